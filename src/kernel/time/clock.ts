/** The product's source of time. Business rules never call `Date.now()`, so that tests can move the time. */
export interface Clock {
  /** The current instant. */
  now(): Date;
  /** How far the clock was moved on purpose, in milliseconds; absent: it cannot be moved. */
  readonly movedMs?: number;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock with an offset to the true time, or with a given start; the sandbox moves it. */
export class VirtualClock implements Clock {
  readonly #trueMs: () => number;
  readonly #begunMs: number;
  #offsetMs = 0;

  /** `startsAt`: start; the true time when absent. `trueMs`: the true time in ms since 1970; the machine's when absent. */
  constructor(startsAt?: Date, trueMs: () => number = () => Date.now()) {
    this.#trueMs = trueMs;
    this.#begunMs = startsAt ? startsAt.getTime() - trueMs() : 0;
  }

  now(): Date {
    return new Date(this.#trueMs() + this.movedMs);
  }

  get movedMs(): number {
    return this.#begunMs + this.#offsetMs;
  }

  /** Moves the clock by `ms` milliseconds (forward only: a clock that goes back breaks every deadline). */
  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0) throw new RangeError('A clock is only moved forward');
    this.#offsetMs += ms;
  }

  /** How far the clock was moved. */
  get offsetMs(): number {
    return this.#offsetMs;
  }
}
