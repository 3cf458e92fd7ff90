import type { Db } from '../../base-context.server.ts';

/** Deletes the accounts to which the money of these orders was to be paid, and every change of one. */
export async function erasePayoutDetails(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('payout_details').where('order_id', 'in', orderIds).execute();
  await trx.deleteFrom('payout_changes').where('order_id', 'in', orderIds).execute();
}
