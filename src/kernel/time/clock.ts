/** Where the product reads the time. Nothing else calls `Date.now()` for a business rule, so that tests can move it. */
export interface Clock {
  /** The current instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that runs ahead of the machine's by an offset; the sandbox moves it. */
export class VirtualClock implements Clock {
  #offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Moves the clock by `ms` milliseconds (forward only: a clock that goes back breaks every deadline). */
  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0) throw new RangeError('A clock is only moved forward');
    this.#offsetMs += ms;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }
}
