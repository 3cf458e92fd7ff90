import type pg from 'pg';
import type { ReadTime } from '../time/synced-time.server.ts';

/** The database's own time at the moment of its answer. */
export function databaseTimeReader(pool: pg.Pool): ReadTime {
  return async () => {
    const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
    const [row] = rows;
    if (!row) throw new Error('The database gave no time');
    return row.now.getTime();
  };
}
