import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { transfersOfOrder } from '../ledger/index.server.ts';
import type { Order } from '../../orders/index.ts';
import { planRefund, type RefundSource, refundSourcesOf, remainingShares } from './refund-sources.ts';
import {
  insertRefundParts,
  insertRefundRequest,
  type RefundApproval,
  type RefundPart,
  refundPartsOfOrder,
} from './refund.repository.server.ts';

async function sourcesIn(db: Db, orderId: string): Promise<RefundSource[]> {
  const lines = await transfersOfOrder(db, orderId);
  return refundSourcesOf(lines, await refundPartsOfOrder(db, orderId));
}

/**
 * Writes a refund of an order with its parts, and a job for each part. Null, with nothing written, when less is left than
 * `amount` minor units. A refund of all that is left includes late fees, by the capture that brought them; they may also be
 * requested besides the price. The caller holds the order's lock.
 */
export async function writeRefund(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  request: {
    readonly id: string;
    readonly amount: bigint | 'all';
    readonly reason: string;
    /** Absent where a rule of the product refunds. */
    readonly by?: RefundApproval;
  },
): Promise<readonly RefundPart[] | null> {
  const planned = planRefund(await sourcesIn(trx, order.id), request.amount);
  if (!planned) return null;
  const now = ctx.clock.now();
  const { id, reason, by } = request;
  const { id: orderId, currency } = order;
  await insertRefundRequest(trx, { id, orderId, amount: planned.amount, currency, reason, by }, now);
  const parts = await insertRefundParts(trx, { id, orderId }, planned.shares, now);
  for (const part of parts) await ctx.jobs.send(trx, 'refund-part', { partId: part.id });
  return parts;
}

/**
 * The amount that a refund of `amount` comes to, minor units: with all that is left of the price, late fees go back too.
 * Null when less is left.
 */
export async function plannedRefundAmount(db: Db, orderId: string, amount: bigint): Promise<bigint | null> {
  const planned = planRefund(await sourcesIn(db, orderId), amount);
  return planned && planned.shares.reduce((sum, share) => sum + share.amount, 0n);
}

/** The amounts that may still be refunded of an order by each of its attempts, minor units. */
export async function refundableByAttempt(
  db: Db,
  orderId: string,
): Promise<readonly { readonly attemptId: string; readonly amount: bigint }[]> {
  return remainingShares(await sourcesIn(db, orderId)) ?? [];
}
