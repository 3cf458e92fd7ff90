import { newId } from '#src/kernel/ids/ids.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Db } from '../../base-context.server.ts';
import type { RefundOrDispute } from '../ledger/index.server.ts';
import type { Order } from '../../orders/index.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { Movement } from '../ports/gateway.port.ts';

/** Refunds and disputes, and what there is to do about them. All of it is written under the order's lock. */

/** Writes the record of a refund or a dispute, once per movement. */
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

/** The open tasks to restore what an attempt's disputes had ended are done. */
export async function resolveRestoreTasks(trx: Db, { id }: Pick<AttemptRow, 'id'>, now: Date): Promise<void> {
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now })
    .where('attempt_id', '=', id)
    .where('kind', '=', 'dispute-won')
    .where('state', '=', 'open')
    .execute();
}

/**
 * The task to answer the dispute that was won is done. A company does not say which one it was: it is the one of the same
 * amount, or the only one; else the oldest that together come to no more. Whatever may still have to be answered stays.
 */
export async function resolveDisputeTasks(
  trx: Db,
  { id }: Pick<AttemptRow, 'id'>,
  { amount }: Pick<Movement, 'amount'>,
  now: Date,
): Promise<void> {
  const open = await trx
    .selectFrom('reconciliation_exceptions')
    .select(['id', 'amount'])
    .where('attempt_id', '=', id)
    .where('kind', '=', 'dispute')
    .where('state', '=', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const same = open.find((one) => one.amount === amount);
  const won = (same ? [same] : open.length === 1 ? open : oldestWithin(open, amount)).map((one) => one.id);
  if (won.length === 0) return;
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now, outcome: 'won' })
    .where('id', 'in', won)
    .execute();
}

function oldestWithin<T extends { readonly amount: bigint }>(tasks: readonly T[], amount: bigint): readonly T[] {
  let sum = 0n;
  const next = tasks.findIndex((one) => (sum += one.amount) > amount);
  return next === -1 ? tasks : tasks.slice(0, next);
}

/** A named task about money of a sale that is gone. */
export async function openReturnedMoneyTask(
  trx: Db,
  from: { readonly order: Order; readonly attempt: AttemptRow; readonly movement: Movement; readonly now: Date },
  kind: RefundOrDispute | 'excess' | 'dispute-won',
  task: 'confirm-refund' | 'answer-dispute' | 'recover-excess' | 'restore-after-dispute',
  amount: bigint,
): Promise<void> {
  const { order, attempt, movement, now } = from;
  await trx
    .insertInto('reconciliation_exceptions')
    .values({
      id: newId('brk'),
      kind,
      order_id: order.id,
      attempt_id: attempt.id,
      movement_id: movement.id,
      amount,
      currency: movement.currency,
      task,
      state: 'open',
      refund_reference: null,
      created_at: now,
      resolved_at: null,
    })
    .execute();
}

export interface OpenSurplus {
  readonly id: string;
  readonly movementId: string;
  readonly amount: bigint;
  readonly currency: string;
}

/** Surplus of an attempt that has not been given back, oldest first. */
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

/** Ends a surplus by the movement that gave it back. */
export async function resolveSurplus(
  trx: Db,
  orderId: string,
  { id, amount, currency }: Omit<OpenSurplus, 'movementId'>,
  movement: Pick<Movement, 'id'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now, refund_reference: movement.id })
    .where('id', '=', id)
    .execute();
  await recordEvent(trx, orderId, 'surplus-returned', id, { amount: unitsToJson(amount), currency }, now);
}

/** Another surplus than this one that was ended by a movement; null when there is none. */
export async function otherSurplusRefundedBy(
  trx: Db,
  orderId: string,
  movementId: string,
  exceptId: string,
): Promise<string | null> {
  const row = await trx
    .selectFrom('reconciliation_exceptions')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'surplus')
    .where('refund_reference', '=', movementId)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The surplus that a refund was taken for; null when there is none. */
export async function surplusRefundedBy(
  trx: Db,
  orderId: string,
  refundId: string,
): Promise<{ readonly id: string; readonly movementId: string } | null> {
  const row = await trx
    .selectFrom('reconciliation_exceptions')
    .select(['id', 'movement_id'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'surplus')
    .where('refund_reference', '=', refundId)
    .executeTakeFirst();
  return row ? { id: row.id, movementId: row.movement_id } : null;
}

/** A surplus that another one's money was taken for is owed again. */
export async function reopenSurplus(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'open', resolved_at: null, refund_reference: null })
    .where('id', '=', id)
    .execute();
}
