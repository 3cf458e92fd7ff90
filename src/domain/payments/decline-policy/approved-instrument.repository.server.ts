import type { Db } from '../../base-context.server.ts';

/** Days for which it is known which instrument paid: Visa takes evidence of payments of up to 365 days before. */
const approvedInstrumentDays = 400;

/** Deletes which instrument approved attempts used, of these orders: their buyer's data are erased. */
export async function eraseApprovedInstruments(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('approved_instruments')
    .where('attempt_id', 'in', (eb) => eb.selectFrom('attempts').select('id').where('order_id', 'in', orderIds))
    .execute();
}

/** Deletes what no dispute can name any more. */
export async function sweepApprovedInstruments(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - approvedInstrumentDays * 86_400_000);
  await db.deleteFrom('approved_instruments').where('at', '<', oldest).execute();
}
