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

/** A refund or a dispute of an order. `amount` in minor units of the order's currency. */
export interface ReturnedAmount {
  readonly attemptId: string;
  readonly amount: bigint;
  readonly occurredAt: Date;
}

/** The refunds of an order. */
export async function refundsOfOrder(db: Db, orderId: string): Promise<readonly ReturnedAmount[]> {
  return returnedAmounts(db, 'refunds', orderId);
}

/** The disputes of an order. */
export async function disputesOfOrder(db: Db, orderId: string): Promise<readonly ReturnedAmount[]> {
  return returnedAmounts(db, 'disputes', orderId);
}

function returnedAmounts(db: Db, table: 'refunds' | 'disputes', orderId: string): Promise<ReturnedAmount[]> {
  return db
    .selectFrom(table)
    .select(['attempt_id as attemptId', 'amount', 'occurred_at as occurredAt'])
    .where('order_id', '=', orderId)
    .execute();
}
