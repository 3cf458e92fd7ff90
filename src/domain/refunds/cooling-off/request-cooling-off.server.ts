import { ok, err, type Result } from '#src/kernel/result/result.ts';
import { revokeAccess } from '../../customers/access/index.server.ts';
import type { Db, OnWritten } from '../../base-context.server.ts';
import type { RefundsContext } from '../context.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { lockOrder, type Order } from '../../orders/index.server.ts';
import { cancelOpenAttempts, writeRefund } from '../../payments/index.server.ts';
import { releaseSeats } from '../../checkout/seats/index.server.ts';
import {
  cancelSubscription,
  revertPlanChange,
  subscriptionsPaidBy,
} from '../../subscriptions/subscriptions/index.server.ts';
import { lastCoolingOffDay, isInCoolingOff } from '../../catalog/terms/index.ts';
import { inTransaction } from '../../transaction.server.ts';
import {
  coolingOffRequestOf,
  insertCoolingOffRequest,
  markCoolingOffCompleted,
  ordersWithOpenCoolingOff,
} from './cooling-off.repository.server.ts';
import type { CoolingOffFailure, CoolingOffStatus } from './cooling-off.types.ts';

/**
 * Returns a purchase at its buyer's request, within the cooling-off days of its market (CDC art. 49; Decreto 7.962/2013, art. 5).
 * In one transaction: all that was paid is refunded by its tenders (docs/decisions/0024), access and seats end, open attempts are
 * canceled, and an e-mail confirms it. Its subscription is canceled right after, or by a job if this process dies before. A second
 * request gets the answer of the first. No reason is asked for.
 */
export async function requestCoolingOff(
  ctx: RefundsContext,
  orderId: string,
  onWritten?: OnWritten,
): Promise<Result<{ readonly isNew: boolean }, CoolingOffFailure>> {
  const done = await inTransaction<{ readonly isNew: boolean }, CoolingOffFailure>(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order) return err('order-not-found');
    if (await coolingOffRequestOf(trx, orderId)) return ok({ isNew: false });
    const standing = statusOf(order, ctx.clock.now());
    if (standing !== 'open') return err(standing === 'done' ? 'returned' : standing);
    await writeRequest(ctx, trx, order);
    await onWritten?.(trx);
    ctx.crashPoint('cooling-off-before-commit');
    return ok({ isNew: true });
  });
  if (!done.ok) return done;
  ctx.crashPoint('cooling-off-after-commit');
  if (done.value.isNew) {
    ctx.log.info('order-withdrawn', { orderId });
    ctx.signals.orderChanged(orderId);
  }
  await completeCoolingOff(ctx, orderId);
  return done;
}

/** The contract is made with the payment, as the receipt says. */
export function contractMadeAt(order: Pick<Order, 'paidAt' | 'createdAt'>): Date {
  return order.paidAt ?? order.createdAt;
}

/** The status of an order without a cooling-off request. */
export function statusOf(order: Pick<Order, 'state' | 'paidAt' | 'createdAt' | 'market'>, now: Date): CoolingOffStatus {
  if (order.state === 'refunded') return 'returned';
  if (order.state !== 'paid') return 'unpaid';
  const made = contractMadeAt(order);
  if (lastCoolingOffDay(made, order.market) === null) return 'no-right';
  // Another process's clock may have been ahead: what is paid was bought before now.
  return isInCoolingOff(made, now < made ? made : now, order.market) ? 'open' : 'late';
}

/** The caller holds the order's lock. */
async function writeRequest(ctx: RefundsContext, trx: Db, order: Order): Promise<void> {
  const now = ctx.clock.now();
  const refundId = `withdrawal-${order.id}`;
  const parts = await writeRefund(ctx, trx, order, { id: refundId, amount: 'all', reason: 'withdrawal' });
  const lastDay = lastCoolingOffDay(contractMadeAt(order), order.market);
  if (lastDay === null) throw new Error(`No law lets order ${order.id} be withdrawn from`);
  await insertCoolingOffRequest(trx, {
    order_id: order.id,
    contract_at: contractMadeAt(order),
    last_day: lastDay,
    requested_at: now,
    refund_id: parts ? refundId : null,
    amount: (parts ?? []).reduce((sum, { amount }) => sum + amount, 0n),
    currency: order.currency,
    completed_at: null,
  });
  await revertPlanChange(ctx, trx, order, now);
  await revokeAccess(trx, order.id, now, 'withdrawn');
  await releaseSeats(trx, order.id, now);
  await cancelOpenAttempts(ctx, trx, order.id);
  await queueEmail(ctx, trx, order.id, 'order-withdrawn', '');
  await ctx.jobs.send(trx, 'complete-cooling-offs', {});
}

/** Orders that one run of the job completes. */
const batchSize = 100;

/**
 * Cancels the subscription that an order of a cooling-off began or paid a billing period of, and its mandates with it. May run
 * any number of times.
 */
async function completeCoolingOff(ctx: RefundsContext, orderId: string): Promise<void> {
  for (const { id, isCanceled } of await subscriptionsPaidBy(ctx.db, orderId))
    if (!isCanceled) await cancelSubscription(ctx, id, { when: 'now', reason: 'withdrawal' });
  await markCoolingOffCompleted(ctx.db, orderId, ctx.clock.now());
}

/** Completes cooling-offs whose process died before. Gives the number of orders. */
export async function completeCoolingOffs(ctx: RefundsContext): Promise<number> {
  const orderIds = await ordersWithOpenCoolingOff(ctx.db, batchSize);
  for (const orderId of orderIds) await completeCoolingOff(ctx, orderId);
  return orderIds.length;
}
