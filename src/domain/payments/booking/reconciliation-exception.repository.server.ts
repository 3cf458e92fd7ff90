import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';

/** Money that does not fit its order, with the task to resolve it. Rows are written under the lock of their order. */
export interface NewException {
  readonly kind: 'surplus' | 'underpaid' | 'contradiction' | 'refund' | 'dispute' | 'excess' | 'dispute-won';
  readonly orderId: string;
  readonly attemptId: string;
  /** With the attempt and the kind it is unique. */
  readonly movementId: string;
  /** Minor units of `currency`. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly task:
    | 'give-back'
    | 'collect-or-refund'
    | 'look-into-charge'
    | 'confirm-refund'
    | 'answer-dispute'
    | 'recover-excess'
    | 'restore-after-dispute';
}

/** Surplus that has not been refunded. */
export interface OpenSurplus {
  readonly id: string;
  readonly movementId: string;
  readonly amount: bigint;
  readonly currency: Currency;
}

/** Inserts an open exception and returns its id. A second one of the same movement and kind fails the transaction. */
export async function insertException(trx: Db, exception: NewException, now: Date): Promise<string> {
  const row = toRow(exception, now);
  await trx.insertInto('reconciliation_exceptions').values(row).execute();
  return row.id;
}

/** Inserts an open exception unless there is one of the same attempt, movement and kind, in whatever state. */
export async function insertExceptionOnce(trx: Db, exception: NewException, now: Date): Promise<void> {
  await trx
    .insertInto('reconciliation_exceptions')
    .values(toRow(exception, now))
    .onConflict((conflict) => conflict.columns(['attempt_id', 'movement_id', 'kind']).doNothing())
    .execute();
}

function toRow(exception: NewException, now: Date) {
  const { kind, orderId, attemptId, movementId, amount, currency, task } = exception;
  return {
    ...{ id: newId('brk'), kind, order_id: orderId, attempt_id: attemptId, movement_id: movementId, amount, currency },
    ...{ task, state: 'open' as const, refund_reference: null, created_at: now, resolved_at: null },
  };
}

/** Resolves the open shortfall of an order: nothing is missing any more, or another amount is. */
export async function resolveShortfalls(trx: Db, orderId: string, now: Date): Promise<void> {
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'underpaid')
    .where('state', '=', 'open')
    .execute();
}

/** Resolves the open exceptions of one kind of an attempt. */
export async function resolveExceptionsOfAttempt(
  trx: Db,
  attemptId: string,
  kind: 'contradiction' | 'dispute-won',
  now: Date,
): Promise<void> {
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now })
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .execute();
}

/** Open disputes of an attempt, oldest first. */
export async function openDisputes(
  trx: Db,
  attemptId: string,
): Promise<readonly { readonly id: string; readonly amount: bigint }[]> {
  return trx
    .selectFrom('reconciliation_exceptions')
    .select(['id', 'amount'])
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'dispute')
    .where('state', '=', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Whether a dispute of an attempt is open. */
export async function hasOpenDispute(trx: Db, attemptId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('reconciliation_exceptions')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'dispute')
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Resolves disputes as won. */
export async function markDisputesWon(trx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now, outcome: 'won' })
    .where('id', 'in', ids)
    .execute();
}

/** Surplus of an attempt that has not been refunded, oldest first. */
export async function openSurpluses(trx: Db, attemptId: string): Promise<OpenSurplus[]> {
  const rows = await trx
    .selectFrom('reconciliation_exceptions')
    .select(['id', 'movement_id', 'amount', 'currency'])
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'surplus')
    .where('state', '=', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, movementId: row.movement_id, amount: row.amount, currency: row.currency }));
}

/** Resolves a surplus by the movement that refunded it. */
export async function markSurplusRefunded(trx: Db, id: string, movementId: string, now: Date): Promise<void> {
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now, refund_reference: movementId })
    .where('id', '=', id)
    .execute();
}

/** The surplus of an order that a refund was booked for; null when there is none. `exceptId`: a surplus to pass over. */
export async function surplusRefundedBy(
  trx: Db,
  orderId: string,
  refundId: string,
  exceptId?: string,
): Promise<{ readonly id: string; readonly movementId: string } | null> {
  const refunded = trx
    .selectFrom('reconciliation_exceptions')
    .select(['id', 'movement_id'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'surplus')
    .where('refund_reference', '=', refundId);
  const row = await (exceptId === undefined ? refunded : refunded.where('id', '<>', exceptId)).executeTakeFirst();
  return row ? { id: row.id, movementId: row.movement_id } : null;
}

/** Opens a surplus again whose refund turned out to be another one's. */
export async function reopenSurplus(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'open', resolved_at: null, refund_reference: null })
    .where('id', '=', id)
    .execute();
}

/** Ids of surpluses that a gateway has had to refund since before an instant. */
export async function surplusesToRefund(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('reconciliation_exceptions')
    .select('id')
    .where('state', '=', 'open')
    .where('task', '=', 'give-back')
    .where('created_at', '<', before)
    .execute();
  return rows.map((row) => row.id);
}

/** Turns surpluses that a gateway has not refunded since before an instant into manual refunds, and returns them. */
export async function handOverSurpluses(
  trx: Db,
  before: Date,
): Promise<readonly { readonly id: string; readonly attemptId: string; readonly orderId: string }[]> {
  return trx
    .updateTable('reconciliation_exceptions')
    .set({ task: 'give-back-by-hand' })
    .where('state', '=', 'open')
    .where('task', '=', 'give-back')
    .where('created_at', '<', before)
    .returning(['id', 'attempt_id as attemptId', 'order_id as orderId'])
    .execute();
}
