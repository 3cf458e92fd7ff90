import type { Plan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { Order } from '../../orders/index.ts';
import { planRenews } from '../../catalog/terms/index.ts';
import { subscriptionOfOrder } from '../subscriptions/index.server.ts';
import type { PlanTerms } from './plan-terms.ts';

/**
 * The terms of what an order bought, read from its subscription: the months that are paid, and whether and how the next billing
 * period is charged. Null while a plan that renews has no subscription yet.
 */
export async function purchasedPlanTerms(
  ctx: { readonly db: Db },
  order: Pick<Order, 'id' | 'total' | 'currency'>,
  plan: Pick<Plan, 'cycles' | 'planType' | 'ticketLot' | 'renews'>,
): Promise<PlanTerms | null> {
  const months = plan.ticketLot ? null : plan.cycles;
  const subscription = await subscriptionOfOrder(ctx, order.id);
  if (!subscription) return planRenews(plan) ? null : { months, renewal: null, trial: null, atOnce: null };
  const { nextChargeOn: dueOn, instrument, trialUntil, firstPrice, price } = subscription;
  const isTrial = trialUntil !== null && order.total === 0n && dueOn !== null;
  const today = { amount: order.total, currency: order.currency };
  return {
    months,
    renewal: dueOn === null ? null : { dueOn, price: firstPrice ?? price, isAutomatic: instrument.kind !== 'invoice' },
    trial: isTrial ? { today, firstCharge: firstPrice ?? price, firstChargeOn: dueOn } : null,
    atOnce: null,
  };
}
