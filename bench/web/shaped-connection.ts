import type { Socket } from 'node:net';

/** A phone's link to the server: round trip in milliseconds, rates in kbit/s. */
export interface LinkShape {
  readonly roundTrip: number;
  readonly down: number;
  readonly up: number;
}

/** Bytes of a full TCP segment, and how many segments a new connection may have in flight (RFC 6928). */
const segment = 1460;
const firstWindow = 10 * segment;
/** Milliseconds of silence after which slow start begins again. */
const forgets = 1_000;

/** One direction of the link: all its connections share the rate. */
export class Line {
  readonly #bytesPerMs: number;
  #freeAt = 0;

  constructor(kbitPerSecond: number) {
    this.#bytesPerMs = kbitPerSecond / 8;
  }

  /** When this many bytes will have been sent, on the clock of `performance.now()`. */
  book(bytes: number): number {
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + bytes / this.#bytesPerMs;
    return this.#freeAt;
  }
}

/** TCP's slow start: the window doubles with every round trip that used all of it. */
class Window {
  readonly #roundTrip: number;
  #size = firstWindow;
  #used = 0;
  #began = 0;

  constructor(roundTrip: number) {
    this.#roundTrip = roundTrip;
  }

  async admit(bytes: number): Promise<void> {
    if (this.#used >= this.#size) await until(this.#began + this.#roundTrip);
    const since = performance.now() - this.#began;
    if (since >= this.#roundTrip) {
      if (this.#used >= this.#size) this.#size *= 2;
      else if (since > this.#roundTrip + forgets) this.#size = firstWindow;
      this.#used = 0;
      this.#began = performance.now();
    }
    this.#used += bytes;
  }
}

/** Delays one connection's bytes in one direction; sending starts at `opensAt`, a byte arrives half a round trip later. */
export async function carry(from: Socket, to: Socket, line: Line, roundTrip: number, opensAt: number): Promise<void> {
  const window = new Window(roundTrip);
  let arrived = Promise.resolve();
  await until(opensAt);
  for await (const chunk of from) {
    const bytes = chunk as Buffer;
    for (let at = 0; at < bytes.length; at += segment) {
      const piece = bytes.subarray(at, at + segment);
      await window.admit(piece.length);
      const leftAt = line.book(piece.length);
      const before = arrived;
      const due = until(leftAt + roundTrip / 2);
      arrived = Promise.all([before, due]).then(() => void (to.destroyed || to.write(piece)));
      await until(leftAt);
    }
  }
  await arrived;
  to.end();
}

async function until(time: number): Promise<void> {
  const wait = time - performance.now();
  // Timers are whole milliseconds: a shorter delay counts as none.
  if (wait >= 0.5) await new Promise((resolve) => setTimeout(resolve, wait));
}
