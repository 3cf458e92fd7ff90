import type { Kysely } from 'kysely';
import type { Database } from '../database.server.ts';

/** How far a sweep has read: everything up to this time and, at this very time, up to this id. */
export interface SweepMark {
  readonly through: Date;
  readonly lastId: string;
}

/** Locks and reads a sweep's mark until the transaction ends; the beginning of time where it has none yet. */
export async function lockSweepMark(trx: Kysely<Database>, sweep: string): Promise<SweepMark> {
  await trx
    .insertInto('sweep_marks')
    .values({ sweep, through: new Date(0), last_id: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('sweep_marks')
    .select(['through', 'last_id'])
    .where('sweep', '=', sweep)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { through: row.through, lastId: row.last_id };
}

/** Moves a sweep's mark. */
export async function moveSweepMark(trx: Kysely<Database>, sweep: string, to: SweepMark): Promise<void> {
  await trx
    .updateTable('sweep_marks')
    .set({ through: to.through, last_id: to.lastId })
    .where('sweep', '=', sweep)
    .execute();
}
