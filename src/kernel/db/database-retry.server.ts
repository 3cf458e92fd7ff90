import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log/log.server.ts';
import { StartupError } from '../env/startup-error.server.ts';
import { isDatabaseUnavailable } from './database-unavailable.server.ts';

/** How long a start waits for its database, all its steps together: longer than a cluster's failover. */
const startSeconds = 60;
const firstPauseMs = 200;
const longestPauseMs = 2_000;

/** Runs a step of the start, again while the database is unavailable. It must be repeatable and leave nothing open on an error. */
export type DatabaseRetry = <T>(step: () => Promise<T>) => Promise<T>;

export const withoutRetry: DatabaseRetry = (step) => step();

/**
 * The retries of one start: `seconds` in all for its steps. Afterwards the start is refused with a message; any other error
 * is thrown unchanged.
 */
export function createDatabaseRetry(
  log: Log,
  { seconds = startSeconds }: { readonly seconds?: number } = {},
): DatabaseRetry {
  const until = performance.now() + seconds * 1000;
  return async (step) => {
    for (let tries = 1, pauseMs = firstPauseMs; ; tries += 1, pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await step();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        const reason = reasonOf(error);
        if (performance.now() + pauseMs > until)
          throw new StartupError(
            `The database was away, and not back ${seconds} seconds after this process began: ${reason}. Look at it, then start again.`,
          );
        log.warn('database-retrying', { reason, tries });
        await sleep(pauseMs);
      }
    }
  };
}

/** The reason. Several tries (IPv6, then IPv4) come as one error without a message of its own. */
export function reasonOf(error: unknown): string {
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join('; ');
}
