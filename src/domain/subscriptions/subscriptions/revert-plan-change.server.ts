import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import { changeNextPlan, offeredPlan, setPlanNow } from './change-plan.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { NextPlan, Subscription } from './subscription.types.ts';

/**
 * The money of a change of plan goes back (its buyer went back on it, or all of it was returned): the subscription is what
 * it was before, for the rest of the term and for all later ones. What went back is the contract about the change; the one
 * before it stands. Where another term was paid at the new plan meanwhile, that term stays, and the next is of the old plan.
 * Later changes of the same subscription were reckoned from this one: their money goes back too. Once, whatever is told how
 * often. The caller holds the order's lock.
 */
export async function revertPlanChange(
  ctx: SubscriptionsContext,
  trx: Db,
  { id: orderId }: Pick<Order, 'id'>,
  now: Date,
): Promise<void> {
  const row = await trx
    .selectFrom('plan_changes')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'applied')
    .executeTakeFirst();
  const subscription = row && (await lockSubscription(trx, row.subscription_id));
  if (!row || !subscription) return;
  const reverted = await trx
    .updateTable('plan_changes')
    .set({ state: 'reverted', completed_at: now })
    .where('subscription_id', '=', row.subscription_id)
    .where('state', '=', 'applied')
    .where('created_at', '>=', row.created_at)
    .returning('order_id')
    .execute();
  for (const { order_id: later } of reverted)
    if (later !== orderId) await ctx.jobs.send(trx, 'refund-duplicate-payment', { orderId: later });
  const before = planBefore(ctx, subscription, row);
  if (!before || subscription.state === 'canceled' || subscription.planId === before.planId) return;
  if (subscription.periodStart === row.period_start) {
    await setPlanNow(ctx, trx, subscription, before, { dedup: `undo ${orderId}`, now });
    return;
  }
  const next = await changeNextPlan(ctx, trx, subscription, before);
  if (!next.ok) ctx.log.warn('plan-change-not-reverted', { orderId, reason: next.error });
}

function planBefore(
  ctx: SubscriptionsContext,
  subscription: Subscription,
  row: {
    readonly from_plan_id: string;
    readonly from_price: bigint | null;
    readonly from_period_months: number | null;
  },
): NextPlan | null {
  const { from_plan_id: planId, from_price: amount, from_period_months: periodMonths } = row;
  if (amount === null || periodMonths === null) return offeredPlan(ctx, subscription, planId);
  return { planId, price: { amount, currency: subscription.price.currency }, periodMonths };
}
