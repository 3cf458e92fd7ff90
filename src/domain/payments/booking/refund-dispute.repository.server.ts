import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { RefundOrDispute } from '../ledger/index.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { Movement } from '../ports/gateway.port.ts';

/** Inserts the record of a refund or a dispute, once per movement. The caller holds the order's lock. */
export async function insertRefundOrDispute(
  trx: Db,
  kind: RefundOrDispute,
  from: { readonly attempt: AttemptRow; readonly movement: Movement; readonly now: Date },
): Promise<void> {
  const { attempt, movement, now } = from;
  await trx
    .insertInto(kind === 'refund' ? 'refunds' : 'disputes')
    .values({
      id: newId(kind === 'refund' ? 'ref' : 'dis'),
      gateway: attempt.gateway,
      movement_id: movement.id,
      order_id: attempt.order_id,
      attempt_id: attempt.id,
      amount: movement.amount,
      currency: movement.currency,
      occurred_at: movement.at,
      recorded_at: now,
    })
    .execute();
}
