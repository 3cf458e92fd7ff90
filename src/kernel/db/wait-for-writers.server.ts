import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';

const recheckMs = 50;

/**
 * Waits for the end of all transactions that were writing to a table at the time of the call: afterwards no row with a
 * lower number appears any more, and a reader by numbers may continue from the last one. Writers are found by their table
 * locks, not by clocks, which differ between processes, and writers of other tables do not count. False when a transaction
 * took longer than `maxMs`.
 */
export async function waitForWriters<DB>(db: Kysely<DB>, table: string, maxMs = 10_000): Promise<boolean> {
  const writers = await writersOf(table).execute(db);
  const before = new Set(writers.rows.map(({ who }) => who));
  const until = performance.now() + maxMs;
  while (before.size > 0) {
    const { rows } = await writersOf(table).execute(db);
    if (!rows.some(({ who }) => before.has(who))) return true;
    if (performance.now() > until) return false;
    await sleep(recheckMs);
  }
  return true;
}

function writersOf(table: string): RawBuilder<{ readonly who: string }> {
  return sql`
    select virtualtransaction as who from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database()) and relation = ${table}::regclass
  `;
}
