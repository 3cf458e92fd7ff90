import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan } from '#src/domain/catalog/products/index.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import type { SubscriptionsContext } from '../../context.server.ts';
import type { NextPeriodTerms } from '#src/domain/payments/context.server.ts';
import type { Order } from '#src/domain/orders/index.ts';
import { agreementOf } from '../agreement.repository.server.ts';
import { wasPlanChangedSince } from '../plan-change.repository.server.ts';
import { periodPaidBy } from './billing-period.repository.server.ts';
import { subscriptionById } from '../subscription.repository.server.ts';
import type { NextPlan, Subscription } from '../subscription.types.ts';
import { periodPaidOn } from './period-calendar.ts';

/** The plan of the next billing periods, and how many months the order pays for. */
export interface PeriodPlan extends NextPlan {
  readonly paidMonths: number;
}

type PeriodOrder = Pick<Order, 'id' | 'brand' | 'variant' | 'productCode' | 'planId' | 'createdAt'>;

/**
 * The plan of the next billing periods once the order of a period is paid: the plan that was chosen for them, if the order is
 * of that plan (at another price too: an offer is for all periods to come); the current plan, unless the order is of another.
 * An invoice that is older than the last plan change pays its period as it was written, and changes no plan.
 */
export async function planOfPeriod(
  ctx: SubscriptionsContext,
  db: Db,
  subscription: Subscription,
  order: PeriodOrder,
): Promise<PeriodPlan> {
  const { currency } = subscription.price;
  const product = ctx.catalog.product(order.brand, order.variant, order.productCode);
  const plan = product && findPlan(product, order.planId);
  const planId = plan?.id ?? order.planId;
  const { next, price, periodMonths } = subscription;
  if (next?.planId === planId) return { ...next, paidMonths: next.periodMonths };
  if (planId === subscription.planId) return { planId, price, periodMonths, paidMonths: periodMonths };
  const paidMonths = plan?.cycles ?? periodMonths;
  if (await wasPlanChangedSince(db, subscription.id, order.createdAt))
    return { planId: subscription.planId, price, periodMonths, paidMonths };
  const { amount } = await agreementOf(db, order, null);
  return { planId, price: { amount, currency }, periodMonths: paidMonths, paidMonths };
}

/**
 * What would be charged after the billing period that an order pays, were it paid today, and from which day on: counted from
 * the period, not from the payment. Null where nothing follows: the order pays no owed period, or the subscription has ended
 * or will.
 */
export async function nextPeriodTerms(
  ctx: SubscriptionsContext,
  db: Db,
  order: PeriodOrder & Pick<Order, 'subscriptionId'>,
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
