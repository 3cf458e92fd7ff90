import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import { changePlanNow } from './change-plan.server.ts';
import { completePlanChange, isUpgradeWithoutChange, planChangeOfOrder } from './plan-change.repository.server.ts';
import { setSubscriptionAmount } from './subscription-changes.repository.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';

/**
 * Applies the plan change that an order paid for: the rest of the billing period is of the new plan, at the price that was
 * agreed to. Where that is no longer possible (another period has begun, another plan was chosen, the subscription is over),
 * the money is refunded. The caller holds the order's lock.
 */
export async function applyPlanChange(ctx: SubscriptionsContext, trx: Db, order: Order): Promise<void> {
  const change = await planChangeOfOrder(trx, order.id, ['open', 'canceled']);
  if (!change) {
    if (await isUpgradeWithoutChange(trx, order))
      await ctx.jobs.send(trx, 'refund-duplicate-payment', { orderId: order.id });
    return;
  }
  const { subscriptionId, toPlanId } = change;
  const subscription = await lockSubscription(trx, subscriptionId);
  const isSame =
    change.state === 'open' &&
    subscription?.planId === change.fromPlanId &&
    subscription.periodStart === change.periodStart &&
    subscription.periodEnd === change.periodEnd;
  const changed = isSame ? await changePlanNow(ctx, trx, subscriptionId, { planId: toPlanId, dedup: order.id }) : null;
  const isApplied = changed?.ok === true;
  if (isApplied) await setSubscriptionAmount(trx, subscriptionId, change.price);
  else await ctx.jobs.send(trx, 'refund-duplicate-payment', { orderId: order.id });
  await completePlanChange(trx, order.id, isApplied ? 'applied' : 'missed', ctx.clock.now());
}
