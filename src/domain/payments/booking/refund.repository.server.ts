import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { transfersOfOrder } from '../ledger/index.server.ts';
import type { Order } from '../../orders/index.ts';
import { openRefundPartStates, type RefundPartState } from './refund-part-states.ts';
import { remainingShares, planRefund, type RefundSource, refundSourcesOf } from './refund-sources.ts';

/** Who of the staff sends money back. `confirmedBy` null: one person, below the limit of one. */
export interface RefundApproval {
  readonly askedBy: string;
  readonly confirmedBy: string | null;
}

/** What of a request goes back by one capture. */
export interface RefundPart {
  readonly id: string;
  readonly attemptId: string;
  readonly captureId: string;
  readonly amount: bigint;
  /** How much of it a dispute holds. */
  readonly disputed: bigint;
  readonly state: RefundPartState;
}

/** Parts of an order that have been asked for, whatever became of them. */
export async function refundPartsOfOrder(
  db: Db,
  orderId: string,
): Promise<(RefundPart & { readonly requestId: string })[]> {
  const rows = await db
    .selectFrom('refund_parts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    requestId: row.request_id,
    attemptId: row.attempt_id,
    captureId: row.capture_id,
    amount: row.amount,
    disputed: row.disputed_amount,
    state: row.state as RefundPartState,
  }));
}

async function sourcesIn(db: Db, orderId: string): Promise<RefundSource[]> {
  const lines = await transfersOfOrder(db, orderId);
  return refundSourcesOf(lines, await refundPartsOfOrder(db, orderId));
}

/**
 * Writes what goes back of an order by which of its captures, and a job for each; null, with nothing written, when there
 * is less left than that. Who gets back all that is left of what they bought gets back what being late cost as well, by
 * the capture that brought it: so much may be asked for besides the price, and is given besides it. The caller holds the
 * order's lock.
 */
export async function writeRefund(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  request: {
    readonly id: string;
    readonly amount: bigint | 'all';
    readonly reason: string;
    /** Who of the staff asked, and who else agreed where that was needed; nobody where a rule of the product gives back. */
    readonly by?: RefundApproval;
  },
): Promise<readonly RefundPart[] | null> {
  const planned = planRefund(await sourcesIn(trx, order.id), request.amount);
  if (!planned) return null;
  const { amount, shares } = planned;
  const now = ctx.clock.now();
  const { id, reason, by } = request;
  await trx
    .insertInto('refund_requests')
    .values({
      ...{ id, order_id: order.id, amount, currency: order.currency, reason, requested_at: now },
      ...{ requested_by: by?.askedBy ?? null, confirmed_by: by?.confirmedBy ?? null },
    })
    .execute();
  const parts = shares.map(({ attemptId, captureId, amount: share }): RefundPart => ({
    id: newId('rfp'),
    attemptId,
    captureId,
    amount: share,
    disputed: 0n,
    state: 'wanted',
  }));
  await trx
    .insertInto('refund_parts')
    .values(
      parts.map((part) => ({
        id: part.id,
        request_id: id,
        order_id: order.id,
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
  for (const part of parts) await ctx.jobs.send(trx, 'refund-part', { partId: part.id });
  return parts;
}

/**
 * What goes back of an order, minor units, when so many are asked for: with all that is left of the price what being late
 * cost goes too. Null when less is left.
 */
export async function plannedRefundAmount(db: Db, orderId: string, amount: bigint): Promise<bigint | null> {
  const planned = planRefund(await sourcesIn(db, orderId), amount);
  return planned && planned.shares.reduce((sum, share) => sum + share.amount, 0n);
}

/** What single people of the staff had sent back of an order so far, late fees too, minor units, with nobody else's yes. */
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

/** What may still go back of an order by each of its attempts, minor units; nothing for what has gone or is promised. */
export async function refundableByAttempt(
  db: Db,
  orderId: string,
): Promise<readonly { readonly attemptId: string; readonly amount: bigint }[]> {
  return remainingShares(await sourcesIn(db, orderId)) ?? [];
}

/**
 * The part that a refund at a gateway fulfils: one of this attempt that waits for just this amount. Null when nobody here
 * asked for it. The caller holds the order's lock.
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
