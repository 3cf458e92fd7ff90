import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';

const recheckMs = 50;

/**
 * Waits until everybody has ended who was writing to a table when it was called: no row of it with a number drawn before comes
 * to light any more, and whoever reads by numbers may go on from the last. By who holds the table as writers do, until the
 * end of their transactions: processes' clocks differ, and other tables' writers are no matter. False when somebody took
 * longer than `maxMs`.
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
