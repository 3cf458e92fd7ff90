import type { RefundsContext } from '../context.server.ts';
import { cancelSubscription, subscriptionsPaidBy } from '../../subscriptions/subscriptions/index.server.ts';
import { markCoolingOffCompleted, ordersWithOpenCoolingOff } from './cooling-off.repository.server.ts';

/** Orders of one run. */
const batchSize = 100;

/**
 * Cancels the subscription that an order of a cooling-off began or paid a billing period of, and its mandates with it. May run
 * any number of times.
 */
export async function completeCoolingOff(ctx: RefundsContext, orderId: string): Promise<void> {
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
