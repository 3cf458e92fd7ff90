import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { lockRefundRequest, refundPartsOfOrder, type RefundPart } from '../booking/refund.repository.server.ts';
import { writeRefund } from '../booking/write-refund.server.ts';

export interface AcceptedRefund {
  readonly refundId: string;
  readonly amount: bigint;
  readonly parts: readonly RefundPart[];
}

export type RefundFailure = 'order-not-found' | 'refund-too-large' | 'key-reused';

/**
 * Refunds an amount of an order (minor units), or `all` that is left of it, over its tenders (docs/decisions/0024). `refundId` is
 * the caller's idempotency key: the same refund again gives its present state, another amount or order under it is refused. Jobs
 * ask the gateways, whose answers are facts; an order of which nothing is left becomes `refunded`. Points are refunded as points,
 * by the programme that redeemed them.
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
 * The present state of a refund; null when there is none of that id. The caller holds the order's lock, and from here on the
 * lock of the id: two orders that are given one id at once see each other.
 */
export async function findRefund(
  trx: Db,
  orderId: string,
  refundId: string,
  request: bigint | 'all',
): Promise<Result<AcceptedRefund, 'key-reused'> | null> {
  const known = await lockRefundRequest(trx, refundId);
  if (!known) return null;
  const { amount } = known;
  if (known.orderId !== orderId || (request !== 'all' && amount !== request)) return err('key-reused');
  const parts = await refundPartsOfOrder(trx, orderId);
  return ok({ refundId, amount, parts: parts.filter(({ requestId }) => requestId === refundId) });
}

/** Writes a refund with a job for each of its parts, and its event, once per id. The caller holds the order's lock. */
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
