/** Runs work with at most so many pieces at once; the others wait for their turn, in the order in which they came. */
export interface ConcurrencyLimiter {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** How many wait. */
  readonly waiting: () => number;
}

/** Lanes for what must never take all of something that others need too, such as connections to the database. */
export function createConcurrencyLimiter(most: number): ConcurrencyLimiter {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    waiting: () => queue.length,
    async run(work) {
      if (running < most) running += 1;
      else await new Promise<void>((resume) => queue.push(resume));
      try {
        return await work();
      } finally {
        // The lane goes to the next one in line, or is free.
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
