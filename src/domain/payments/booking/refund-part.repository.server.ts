import type { Selectable } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';

/** Refund parts one by one. What is written is written under the lock of their order, but for assignments. */

export type RefundPartRow = Selectable<Database['refund_parts']>;

/** A refund part, in whatever state. */
export async function refundPartById(db: Db, id: string): Promise<RefundPartRow | null> {
  return (await db.selectFrom('refund_parts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The amount of a part that is to be refunded manually, in minor units; null for any other. */
export async function manualPartAmount(
  db: Db,
  id: string,
): Promise<{ readonly amount: bigint; readonly currency: Currency } | null> {
  const row = await db
    .selectFrom('refund_parts')
    .innerJoin('attempts', 'attempts.id', 'refund_parts.attempt_id')
    .select(['refund_parts.amount', 'attempts.currency'])
    .where('refund_parts.id', '=', id)
    .where('refund_parts.state', '=', 'by-hand')
    .executeTakeFirst();
  return row ?? null;
}

/** Turns a part that its gateway cannot refund into a manual refund; gives the id of its request, null where it did before. */
export async function handOverRefundPart(trx: Db, id: string): Promise<string | null> {
  const row = await trx
    .updateTable('refund_parts')
    .set({ state: 'by-hand' })
    .where('id', '=', id)
    .where('state', '=', 'wanted')
    .returning('request_id')
    .executeTakeFirst();
  return row?.request_id ?? null;
}

/** Marks a part as refunded by a movement. */
export async function markPartRefunded(trx: Db, id: string, movementId: string, now: Date): Promise<void> {
  await trx
    .updateTable('refund_parts')
    .set({ state: 'done', movement_id: movementId, ended_at: now, disputed_amount: 0n })
    .where('id', '=', id)
    .execute();
}

/** Opens a part again whose refund turned out to be another part's. */
export async function reopenRefundPart(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('refund_parts')
    .set({ state: 'wanted', movement_id: null, ended_at: null })
    .where('id', '=', id)
    .execute();
}

/** Gives a part another idempotency key and capture, by which its gateway is asked from now on. */
export async function setRefundKey(trx: Db, id: string, key: string, captureId: string): Promise<void> {
  await trx.updateTable('refund_parts').set({ refund_key: key, capture_id: captureId }).where('id', '=', id).execute();
}

/** Whether a part of an order is still owed by its gateway, or held by a dispute. */
export async function isPartOwed(trx: Db, orderId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('refund_parts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('state', 'in', ['wanted', 'disputed'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Another part of an order that a movement refunded; null when there is none. */
export async function otherPartRefundedBy(
  trx: Db,
  orderId: string,
  movementId: string,
  exceptId: string,
): Promise<string | null> {
  const row = await trx
    .selectFrom('refund_parts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('movement_id', '=', movementId)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Assigns a manual refund to an operator; false when it has ended. */
export async function assignRefundPart(db: Db, id: string, operator: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('refund_parts')
    .set({ assigned_to: operator, assigned_at: now })
    .where('id', '=', id)
    .where('state', '=', 'by-hand')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A refund that a school paid from its own account. */
interface ManualRefund {
  readonly id: string;
  readonly gateway: string;
  /** The bank's reference of the payment. */
  readonly reference: string;
  readonly orderId: string;
  readonly attemptId: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
}

/** Inserts the record of a manual refund; false where its reference stands with another refund. */
export async function insertManualRefund(trx: Db, refund: ManualRefund, now: Date): Promise<boolean> {
  const { id, gateway, reference, orderId, attemptId, amount, currency } = refund;
  const row = await trx
    .insertInto('refunds')
    .values({
      ...{ id, gateway, movement_id: reference, order_id: orderId, attempt_id: attemptId, amount, currency },
      ...{ occurred_at: now, recorded_at: now },
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'movement_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
