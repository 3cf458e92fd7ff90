import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Order } from '../../orders/index.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';

/** Less came than was owed: one named task with what is missing now. `received` is what has come so far. */
export async function openShortfall(
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  received: bigint,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('reconciliation_exceptions')
    .values({
      id: newId('brk'),
      kind: 'underpaid',
      order_id: order.id,
      attempt_id: attempt.id,
      movement_id: `received-${received}`,
      amount: order.total - received,
      currency: order.currency,
      task: 'collect-or-refund',
      state: 'open',
      refund_reference: null,
      created_at: now,
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.columns(['attempt_id', 'movement_id', 'kind']).doNothing())
    .execute();
}

/** What was missing is not any more, or is another amount. */
export async function resolveShortfalls(trx: Db, orderId: string, now: Date): Promise<void> {
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'underpaid')
    .where('state', '=', 'open')
    .execute();
}
