import { sql } from 'kysely';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { refundPartsOfOrder, type RefundPart } from '../booking/refund.repository.server.ts';
import { writeRefund } from '../booking/write-refund.server.ts';

export interface AcceptedRefund {
  readonly refundId: string;
  readonly amount: bigint;
  readonly parts: readonly RefundPart[];
}

export type RefundFailure = 'order-not-found' | 'refund-too-large' | 'key-reused';

/**
 * Gives so many minor units of an order back over its tenders (docs/decisions/0024), or `all` that is left of it. `refundId`
 * is the caller's own and makes it happen once: the same again is answered with how it stands, another amount or order under
 * it is refused. The gateways are asked by jobs; what they did goes into the books by the one door, and an order of which
 * nothing is left is refunded. Points go back as points: by the same company that took them.
 */
export async function refundOrder(
  ctx: PaymentsContext,
  orderId: string,
  request: bigint | 'all',
  refundId: string,
  reason: string,
): Promise<Result<AcceptedRefund, RefundFailure>> {
  const done = await inTransaction<AcceptedRefund, RefundFailure>(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order) return err('order-not-found');
    return createRefund(ctx, trx, order, { id: refundId, amount: request, reason });
  });
  if (done.ok) ctx.signals.orderChanged(orderId);
  return done;
}

/**
 * The refund that was written under a name, as it stands; null when there is none. The caller holds the order's lock, and
 * from here on the name's: two orders that are given one at once see each other.
 */
export async function findRefund(
  trx: Db,
  orderId: string,
  refundId: string,
  request: bigint | 'all',
): Promise<Result<AcceptedRefund, 'key-reused'> | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${refundId}, 104))`.execute(trx);
  const known = await trx.selectFrom('refund_requests').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (!known) return null;
  const { order_id: asked, amount } = known;
  if (asked !== orderId || (request !== 'all' && amount !== request)) return err('key-reused');
  const parts = await refundPartsOfOrder(trx, orderId);
  return ok({ refundId, amount, parts: parts.filter(({ requestId }) => requestId === refundId) });
}

/** Writes a refund, a job for each of its parts, and that it was asked for: all once per name. The caller holds the order's lock. */
export async function createRefund(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  request: Parameters<typeof writeRefund>[3],
): Promise<Result<AcceptedRefund, 'key-reused' | 'refund-too-large'>> {
  const known = await findRefund(trx, order.id, request.id, request.amount);
  if (known) return known;
  const parts = await writeRefund(ctx, trx, order, request);
  if (!parts) return err('refund-too-large');
  const amount = request.amount === 'all' ? parts.reduce((sum, part) => sum + part.amount, 0n) : request.amount;
  const payload = { amount: unitsToJson(amount), currency: order.currency, reason: request.reason };
  await recordEvent(trx, order.id, 'refund-requested', request.id, payload, ctx.clock.now());
  ctx.crashPoint('refund-before-commit');
  return ok({ refundId: request.id, amount, parts });
}
