import { createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { pause } from './faults/pause.ts';

const lookMs = 1_000;
/** So many looks in a row have to see next to nothing written. */
const requiredIdleChecks = 4;
/** Rows that what comes round writes although there is no work, between two looks. */
const mostWhileQuiet = 4;

/** Waits until next to no row is written any more; false when that does not come within the time. */
export async function untilIdle(address: DatabaseAddress, withinMs = 300_000): Promise<boolean> {
  const pool = createPool(address, { max: 1, statementTimeoutMs: 10_000, applicationName: 'chaos-quiet' });
  try {
    let before = await written(pool);
    let quiet = 0;
    for (const until = performance.now() + withinMs; performance.now() < until && quiet < requiredIdleChecks;) {
      await pause(lookMs);
      const now = await written(pool);
      const isIdle = now !== null && before !== null && now >= before && now - before <= mostWhileQuiet;
      quiet = isIdle ? quiet + 1 : 0;
      before = now;
    }
    return quiet >= requiredIdleChecks;
  } finally {
    await pool.end();
  }
}

/** Rows written since the server's figures began, without the notes that each job leaves of its rounds; null: no answer. */
async function written(pool: ReturnType<typeof createPool>): Promise<number | null> {
  const answer = await pool
    .query<{ written: string }>(
      `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) as written from pg_stat_user_tables
     where schemaname = 'public' and relname <> 'job_runs'`,
    )
    .catch(() => null);
  return answer && Number(answer.rows[0]?.written ?? 0);
}
