import { type Selectable, sql } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { openRefundPartStates, type RefundPartState } from './refund-part-states.ts';

/** Operators who approved a refund. `confirmedBy` null: below the limit of one operator. */
export interface RefundApproval {
  readonly askedBy: string;
  readonly confirmedBy: string | null;
}

/** The part of a refund that goes back by one capture. Amounts are minor units. */
export interface RefundPart {
  readonly id: string;
  readonly attemptId: string;
  readonly captureId: string;
  readonly amount: bigint;
  /** How much of it a dispute holds. */
  readonly disputed: bigint;
  readonly state: RefundPartState;
}

export type RefundPartOfRequest = RefundPart & { readonly requestId: string; readonly orderId: string };

function toPart(row: Selectable<Database['refund_parts']>): RefundPartOfRequest {
  return {
    id: row.id,
    requestId: row.request_id,
    orderId: row.order_id,
    attemptId: row.attempt_id,
    captureId: row.capture_id,
    amount: row.amount,
    disputed: row.disputed_amount,
    state: row.state,
  };
}

/** Parts of an order's refunds, oldest first, in whatever state. */
export async function refundPartsOfOrder(db: Db, orderId: string): Promise<RefundPartOfRequest[]> {
  const rows = await db
    .selectFrom('refund_parts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return rows.map(toPart);
}

/** Parts of an attempt's refunds that are still owed, oldest first. */
export async function owedPartsOfAttempt(trx: Db, attemptId: string): Promise<RefundPartOfRequest[]> {
  const rows = await trx
    .selectFrom('refund_parts')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', openRefundPartStates)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return rows.map(toPart);
}

/** Locks the id of a refund until the transaction ends and reads its request; null when there is none of that id. */
export async function lockRefundRequest(
  trx: Db,
  id: string,
): Promise<{ readonly orderId: string; readonly amount: bigint } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 104))`.execute(trx);
  const row = await trx.selectFrom('refund_requests').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? { orderId: row.order_id, amount: row.amount } : null;
}

/** Inserts the request for a refund. `by` absent: a rule of the product asked for it. `amount` in minor units. */
export async function insertRefundRequest(
  trx: Db,
  request: {
    readonly id: string;
    readonly orderId: string;
    readonly amount: bigint;
    readonly currency: Currency;
    readonly reason: string;
    readonly by: RefundApproval | undefined;
  },
  now: Date,
): Promise<void> {
  const { id, orderId, amount, currency, reason, by } = request;
  await trx
    .insertInto('refund_requests')
    .values({
      ...{ id, order_id: orderId, amount, currency, reason, requested_at: now },
      ...{ requested_by: by?.askedBy ?? null, confirmed_by: by?.confirmedBy ?? null },
    })
    .execute();
}

/** Inserts parts of a refund that wait for their gateways, and returns them. */
export async function insertRefundParts(
  trx: Db,
  request: { readonly id: string; readonly orderId: string },
  shares: readonly Pick<RefundPart, 'attemptId' | 'captureId' | 'amount'>[],
  now: Date,
): Promise<readonly RefundPart[]> {
  const parts = shares.map(({ attemptId, captureId, amount }): RefundPart => {
    return { id: newId('rfp'), attemptId, captureId, amount, disputed: 0n, state: 'wanted' };
  });
  await trx
    .insertInto('refund_parts')
    .values(
      parts.map((part) => ({
        id: part.id,
        request_id: request.id,
        order_id: request.orderId,
        attempt_id: part.attemptId,
        capture_id: part.captureId,
        amount: part.amount,
        state: part.state,
        movement_id: null,
        requested_at: now,
        ended_at: null,
      })),
    )
    .execute();
  return parts;
}

/** Amounts of an order's refunds that one operator approved alone, late fees too; minor units. */
export async function refundedWithoutApproval(trx: Db, orderId: string): Promise<bigint> {
  const rows = await trx
    .selectFrom('refund_parts')
    .innerJoin('refund_requests', 'refund_requests.id', 'refund_parts.request_id')
    .select('refund_parts.amount')
    .where('refund_requests.order_id', '=', orderId)
    .where('requested_by', 'is not', null)
    .where('confirmed_by', 'is', null)
    .execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * Completes the part that a refund at a gateway fulfils: one of its attempt that is owed just this amount. Returns its id;
 * null when no refund was requested here. The caller holds the order's lock.
 */
export async function completeRefundPart(
  trx: Db,
  movement: { readonly orderId: string; readonly attemptId: string; readonly id: string; readonly amount: bigint },
  now: Date,
): Promise<string | null> {
  const part = await trx
    .selectFrom('refund_parts')
    .select('id')
    .where('order_id', '=', movement.orderId)
    .where('attempt_id', '=', movement.attemptId)
    .where('amount', '=', movement.amount)
    .where('state', 'in', openRefundPartStates)
    .orderBy('requested_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!part) return null;
  await trx
    .updateTable('refund_parts')
    .set({ state: 'done', movement_id: movement.id, ended_at: now, disputed_amount: 0n })
    .where('id', '=', part.id)
    .execute();
  return part.id;
}

/** Holds a part for a dispute of so much of it, minor units. */
export async function holdRefundPart(trx: Db, id: string, disputed: bigint): Promise<void> {
  await trx
    .updateTable('refund_parts')
    .set({ state: 'disputed', disputed_amount: disputed })
    .where('id', '=', id)
    .execute();
}

/** Sets how much of a part disputes hold, minor units. */
export async function setDisputedAmount(trx: Db, id: string, disputed: bigint): Promise<void> {
  await trx.updateTable('refund_parts').set({ disputed_amount: disputed }).where('id', '=', id).execute();
}

/** Puts a part back to its gateway's job. The days in which the gateway is asked count anew. */
export async function requeueRefundPart(trx: Db, id: string, now: Date): Promise<void> {
  await trx.updateTable('refund_parts').set({ state: 'wanted', requested_at: now }).where('id', '=', id).execute();
}

/** Ends a part without a refund, for the amount that a lost dispute paid. */
export async function cancelRefundPart(trx: Db, id: string, amount: bigint, now: Date): Promise<void> {
  await trx
    .updateTable('refund_parts')
    .set({ state: 'canceled', amount, ended_at: now })
    .where('id', '=', id)
    .execute();
}

/** Whether a part of the attempt's refunds ended because a dispute was lost. */
export async function hasCanceledPart(trx: Db, attemptId: string): Promise<boolean> {
  const of = trx.selectFrom('refund_parts').select('id').where('attempt_id', '=', attemptId);
  return (await of.where('state', '=', 'canceled').limit(1).executeTakeFirst()) !== undefined;
}

/** Ids of parts whose gateway has been asked since before an instant. */
export async function refundPartsToRetry(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('refund_parts')
    .select('id')
    .where('state', '=', 'wanted')
    .where('requested_at', '<', before)
    .execute();
  return rows.map((row) => row.id);
}

/** Turns parts that a gateway has not refunded since before an instant into manual refunds, and returns them. */
export async function handOverRefundParts(
  trx: Db,
  before: Date,
): Promise<readonly { readonly id: string; readonly attemptId: string; readonly orderId: string }[]> {
  return trx
    .updateTable('refund_parts')
    .set({ state: 'by-hand' })
    .where('state', '=', 'wanted')
    .where('requested_at', '<', before)
    .returning(['id', 'attempt_id as attemptId', 'order_id as orderId'])
    .execute();
}

/**
 * Erases the reasons that operators wrote for refunds of these orders, and returns the ids of those requests. The reason of
 * a product's rule is a code, which stays.
 */
export async function eraseRefundReasons(db: Db, orderIds: readonly string[], mark: string): Promise<string[]> {
  const isCode = sql<boolean>`(requested_by is null and reason ~ '^[a-z]+(-[a-z]+)*$')`;
  const written = await db
    .updateTable('refund_requests')
    .set({ reason: mark })
    .where('order_id', 'in', orderIds)
    .where((eb) => eb.not(isCode))
    .returning('id')
    .execute();
  return written.map(({ id }) => id);
}
