import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

const lookAgainMs = 50;

/**
 * Waits until everybody has ended who was writing when it was called: no row with a number drawn before comes to light any
 * more, and whoever reads by numbers may go on from the last. By the database's own count of transactions, for processes'
 * clocks differ. False when somebody took longer than `mostMs`.
 */
export async function writersEnded<DB>(db: Kysely<DB>, mostMs = 10_000): Promise<boolean> {
  const now = sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`;
  const next = (await now.execute(db)).rows[0]?.next ?? '0';
  const ended = sql<{ ended: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${next}::xid8 as ended`;
  const until = performance.now() + mostMs;
  for (;;) {
    if ((await ended.execute(db)).rows[0]?.ended) return true;
    if (performance.now() > until) return false;
    await sleep(lookAgainMs);
  }
}
