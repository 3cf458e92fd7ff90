import type { Db } from '../../base-context.server.ts';

/** Replaces a text that staff wrote. */
const mark = '•••';

/** Erases what staff wrote about the disputes of these orders: it may name a person, in whatever spelling. */
export async function eraseDisputeStatements(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('dispute_responses')
    .set({ statement: mark })
    .where('order_id', 'in', orderIds)
    .where('statement', '<>', '')
    .execute();
}
