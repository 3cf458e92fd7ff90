import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan } from '#src/domain/catalog/products/index.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import type { SubscriptionsContext } from '../../context.server.ts';
import type { NextPeriodTerms } from '#src/domain/payments/context.server.ts';
import type { Order } from '#src/domain/orders/index.ts';
import { agreementOf } from '../agreement.server.ts';
import { periodPaidBy } from './billing-period.repository.server.ts';
import { subscriptionById } from '../subscription.repository.server.ts';
import type { NextPlan, Subscription } from '../subscription.types.ts';
import { periodPaidOn } from './period-calendar.ts';

/** What the next terms are of, and how many months the order pays for. */
export interface PeriodPlan extends NextPlan {
  readonly paidMonths: number;
}

type TermOrder = Pick<Order, 'id' | 'brand' | 'variant' | 'productCode' | 'planId' | 'createdAt'>;

/**
 * What the next terms are of once an order of a term is paid: what was agreed to for them, if it is of that plan (the same
 * plan at another price too: an offer holds for all terms to come); the same as before, unless it was for another plan. A
 * bill that is older than the last change of plan pays its term as it was written, and changes no plan.
 */
export async function planOfPeriod(
  ctx: SubscriptionsContext,
  db: Db,
  subscription: Subscription,
  order: TermOrder,
): Promise<PeriodPlan> {
  const { currency } = subscription.price;
  const product = ctx.catalog.product(order.brand, order.variant, order.productCode);
  const plan = product && findPlan(product, order.planId);
  const planId = plan?.id ?? order.planId;
  const { next, price, periodMonths } = subscription;
  if (next?.planId === planId) return { ...next, paidMonths: next.periodMonths };
  if (planId === subscription.planId) return { planId, price, periodMonths, paidMonths: periodMonths };
  const paidMonths = plan?.cycles ?? periodMonths;
  if (await wasChangedSince(db, subscription.id, order.createdAt))
    return { planId: subscription.planId, price, periodMonths, paidMonths };
  const { amount } = await agreementOf(db, order, null);
  return { planId, price: { amount, currency }, periodMonths: paidMonths, paidMonths };
}

/** By the payment of a change, however long before it was asked for: from then on the plan is the new one. */
async function wasChangedSince(db: Db, subscriptionId: string, at: Date): Promise<boolean> {
  const change = await db
    .selectFrom('plan_changes')
    .select('order_id')
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'applied')
    .where('completed_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  return change !== undefined;
}

/**
 * What would be charged after the term that an order pays, were it paid today, and from which day on: counted from the
 * term, not from the payment. Null where nothing follows: the order pays no term that is owed, or the subscription has
 * ended or will.
 */
export async function nextPeriodTerms(
  ctx: SubscriptionsContext,
  db: Db,
  order: TermOrder & Pick<Order, 'subscriptionId'>,
): Promise<NextPeriodTerms | null> {
  const subscription = order.subscriptionId ? await subscriptionById({ db }, order.subscriptionId) : null;
  const period = subscription && (await periodPaidBy(db, order.id));
  if (!subscription || !period || period.state === 'paid' || period.state === 'waived') return null;
  if (subscription.state === 'canceled' || subscription.cancelsOn !== null) return null;
  const today = marketDate(ctx.clock.now(), subscription.market);
  const paid = await planOfPeriod(ctx, db, subscription, order);
  const { next } = periodPaidOn(subscription, period, paid, today);
  if (next.periodStart <= today) return null;
  const after = subscription.next ?? paid;
  const { planId, price, periodMonths } = after.planId === paid.planId ? paid : after;
  return { planId, price, periodMonths, firstDueOn: next.periodStart };
}
