/** Where the product reads the time. Nothing else calls `Date.now()` for a business rule, so that tests can move it. */
export interface Clock {
  /** The current instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** How far a clock was moved from this machine's time, in milliseconds; 0 for the machine's own, however wrong that is. */
export const movedMs = (clock: Clock): number => clock.now().getTime() - Date.now();

/** A clock that runs ahead of the machine's by an offset, or begins where it is told to; the sandbox moves it. */
export class VirtualClock implements Clock {
  readonly #begunMs: number;
  #offsetMs = 0;

  /** `startsAt`: what it shows first; the machine's own time when absent. */
  constructor(startsAt?: Date) {
    this.#begunMs = startsAt ? startsAt.getTime() - Date.now() : 0;
  }

  now(): Date {
    return new Date(Date.now() + this.#begunMs + this.#offsetMs);
  }

  /** Moves the clock by `ms` milliseconds (forward only: a clock that goes back breaks every deadline). */
  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0) throw new RangeError('A clock is only moved forward');
    this.#offsetMs += ms;
  }

  /** How far it was moved. */
  get offsetMs(): number {
    return this.#offsetMs;
  }
}
