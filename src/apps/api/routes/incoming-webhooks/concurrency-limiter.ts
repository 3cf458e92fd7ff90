/** Runs a limited number of tasks at once; the others wait in order of arrival. */
export interface ConcurrencyLimiter {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Number of waiting tasks. */
  readonly waiting: () => number;
}

/** Runs at most `most` tasks at once, so that they cannot use up a shared resource such as database connections. */
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
        // The slot passes to the next waiting task, or becomes free.
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
