import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import { changeNextPlan, offeredPlan, setPlanNow } from './change-plan.server.ts';
import { markPlanChangesReverted, type PlanChangeRecord, planChangeOfOrder } from './plan-change.repository.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { NextPlan, Subscription } from './subscription.types.ts';

/**
 * Reverts a plan change whose order was refunded (by the buyer's cooling-off, or as a whole): the subscription has the plan
 * and price that it had before, for the rest of the billing period and for all later ones. Where another period was paid at
 * the new plan meanwhile, that period stays, and the next one is of the old plan. Later changes of the same subscription were
 * computed from this one: they are refunded too. Called again, it does nothing. The caller holds the order's lock.
 */
export async function revertPlanChange(
  ctx: SubscriptionsContext,
  trx: Db,
  { id: orderId }: Pick<Order, 'id'>,
  now: Date,
): Promise<void> {
  const change = await planChangeOfOrder(trx, orderId, ['applied']);
  const subscription = change && (await lockSubscription(trx, change.subscriptionId));
  if (!change || !subscription) return;
  for (const laterOrderId of await markPlanChangesReverted(trx, change, now))
    if (laterOrderId !== orderId) await ctx.jobs.send(trx, 'refund-duplicate-payment', { orderId: laterOrderId });
  const before = planBefore(ctx, subscription, change);
  if (!before || subscription.state === 'canceled' || subscription.planId === before.planId) return;
  if (subscription.periodStart === change.periodStart) {
    await setPlanNow(ctx, trx, subscription, before, { dedup: `undo ${orderId}`, now });
    return;
  }
  const next = await changeNextPlan(ctx, trx, subscription, before);
  if (!next.ok) ctx.log.warn('plan-change-not-reverted', { orderId, reason: next.error });
}

function planBefore(
  ctx: SubscriptionsContext,
  subscription: Subscription,
  { fromPlanId: planId, fromPrice: amount, fromPeriodMonths: periodMonths }: PlanChangeRecord,
): NextPlan | null {
  if (amount === null || periodMonths === null) return offeredPlan(ctx, subscription, planId);
  return { planId, price: { amount, currency: subscription.price.currency }, periodMonths };
}
