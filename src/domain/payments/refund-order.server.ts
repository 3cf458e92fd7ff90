import { sql } from 'kysely';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, DomainContext } from '../context.server.ts';
import type { Order } from '../orders/index.ts';
import { lockOrder } from '../orders/index.server.ts';
import { recordEvent } from '../outbox/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { partsOfOrder, type RefundPart, writeRefund } from './refund.repository.server.ts';

export interface RefundAccepted {
  readonly refundId: string;
  readonly amount: bigint;
  readonly parts: readonly RefundPart[];
}

export type RefundFailure = 'order-not-found' | 'refund-too-large' | 'key-reused';

/**
 * Gives so many minor units of an order back over its tenders (docs/decisions/0025), or `all` that is left of it. `refundId`
 * is the caller's own and makes it happen once: the same again is answered with how it stands, another amount or order under
 * it is refused. The gateways are asked by jobs; what they did goes into the books by the one door, and an order of which
 * nothing is left is refunded. Points go back as points: by the same company that took them.
 */
export async function refundOrder(
  ctx: DomainContext,
  orderId: string,
  wish: bigint | 'all',
  refundId: string,
  reason: string,
): Promise<Result<RefundAccepted, RefundFailure>> {
  const done = await inTransaction<RefundAccepted, RefundFailure>(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order) return err('order-not-found');
    return sendBack(ctx, trx, order, { id: refundId, amount: wish, reason });
  });
  if (done.ok) ctx.signals.orderChanged(orderId);
  return done;
}

/**
 * The refund that was written under a name, as it stands; null when there is none. The caller holds the order's lock, and
 * from here on the name's: two orders that are given one at once see each other.
 */
export async function refundNamed(
  trx: Db,
  orderId: string,
  refundId: string,
  wish: bigint | 'all',
): Promise<Result<RefundAccepted, 'key-reused'> | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${refundId}, 104))`.execute(trx);
  const known = await trx.selectFrom('refund_requests').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (!known) return null;
  const { order_id: asked, amount } = known;
  if (asked !== orderId || (wish !== 'all' && amount !== wish)) return err('key-reused');
  const parts = await partsOfOrder(trx, orderId);
  return ok({ refundId, amount, parts: parts.filter(({ requestId }) => requestId === refundId) });
}

/** Writes a refund, a job for each of its parts, and that it was asked for: all once per name. The caller holds the order's lock. */
export async function sendBack(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  wish: Parameters<typeof writeRefund>[3],
): Promise<Result<RefundAccepted, 'key-reused' | 'refund-too-large'>> {
  const known = await refundNamed(trx, order.id, wish.id, wish.amount);
  if (known) return known;
  const parts = await writeRefund(ctx, trx, order, wish);
  if (!parts) return err('refund-too-large');
  const amount = wish.amount === 'all' ? parts.reduce((sum, part) => sum + part.amount, 0n) : wish.amount;
  const payload = { amount: unitsToJson(amount), currency: order.currency, reason: wish.reason };
  await recordEvent(trx, order.id, 'refund-requested', wish.id, payload, ctx.clock.now());
  ctx.crashPoint('refund-before-commit');
  return ok({ refundId: wish.id, amount, parts });
}
