import { HttpClient } from '../support/http-client.ts';

/** Result of the callers in a bounded time. */
export interface Round {
  readonly perSecond: number;
  /** Milliseconds of each whole piece of work. */
  readonly times: readonly number[];
  readonly failures: readonly string[];
}

/**
 * `callers` workers do `work` one after another for `seconds`. Work that began in time is finished and counted, and the
 * time until the last one ended counts too, so that work cut off at the end does not raise the rate.
 */
export async function runRound(
  callers: number,
  seconds: number,
  work: (caller: HttpClient, number: number) => Promise<void>,
): Promise<Round> {
  const times: number[] = [];
  const failures: string[] = [];
  let number = 0;
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      const caller = new HttpClient();
      while (performance.now() < until) {
        const start = performance.now();
        number += 1;
        try {
          await work(caller, number);
          times.push(performance.now() - start);
        } catch (thrown) {
          failures.push(thrown instanceof Error ? thrown.message : String(thrown));
          // Without a limit, a server that is down would be called a million times.
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
      caller.close();
    }),
  );
  return { perSecond: (times.length * 1000) / (performance.now() - began), times, failures };
}
