import type { Pool } from 'pg';
import { sandboxNow } from './sandbox-records.ts';

/** So far the clocks of two machines may be apart. */
const toleratedMs = 60_000;
/** Time moves for the product a moment before it does outside: a row counts once it was seen so often. */
const timesSeen = 3;

const question = `
  (select 'attempt ' || id as id, updated_at as at from attempts where updated_at > clock_timestamp() order by 2 desc limit 50)
  union all
  (select 'list of ' || gateway, updated_at from gateway_cursors where updated_at > clock_timestamp() order by 2 desc limit 50)
  union all
  (select 'line ' || id, recorded_at from ledger_transfers where recorded_at > clock_timestamp() order by 2 desc limit 50)`;

/**
 * Looks for rows that are dated later than any clock but a wrong one says: whatever waits for their time waits too long (I10).
 * Each look gives those that were seen often enough, in words.
 */
export function watchFutureDates(sandboxOrigin: string): {
  look(pool: Pick<Pool, 'query'>): Promise<readonly string[]>;
} {
  let seen: ReadonlyMap<string, number> = new Map();
  return {
    async look(pool) {
      const { rows } = await pool.query<{ id: string; at: Date }>(question);
      if (rows.length === 0) {
        seen = new Map();
        return [];
      }
      const latest = (await sandboxNow(sandboxOrigin)).getTime() + toleratedMs;
      const ahead = rows.filter(({ at }) => at.getTime() > latest);
      seen = new Map(ahead.map(({ id }) => [id, (seen.get(id) ?? 0) + 1]));
      return ahead.flatMap(({ id, at }) =>
        (seen.get(id) ?? 0) >= timesSeen
          ? [`I10: ${id} is dated ${Math.round((at.getTime() - latest) / 60_000)} minutes ahead of all clocks`]
          : [],
      );
    },
  };
}
