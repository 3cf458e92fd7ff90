import type { Plan } from '../catalog/index.ts';
import type { Db } from '../context.server.ts';
import type { Order } from '../orders/index.ts';
import { planGoesOn } from '../subscriptions/index.ts';
import { subscriptionOfOrder } from '../subscriptions/index.server.ts';
import type { PlanTerms } from './plan-terms.ts';

/**
 * The terms of what an order bought, as its subscription knows them: the months that are paid, and whether and how the
 * next term is charged. Null while a plan that goes on has no subscription yet.
 */
export async function boughtTermsOf(
  ctx: { readonly db: Db },
  order: Pick<Order, 'id' | 'total' | 'currency'>,
  plan: Pick<Plan, 'cycles' | 'planType' | 'ticketLot' | 'renews'>,
): Promise<PlanTerms | null> {
  const months = plan.ticketLot ? null : plan.cycles;
  const subscription = await subscriptionOfOrder(ctx, order.id);
  if (!subscription) return planGoesOn(plan) ? null : { months, renewal: null, trial: null, atOnce: null };
  const { nextChargeOn: dueOn, means, trialUntil, firstPrice, price } = subscription;
  const isTrial = trialUntil !== null && order.total === 0n && dueOn !== null;
  const today = { amount: order.total, currency: order.currency };
  return {
    months,
    renewal: dueOn === null ? null : { dueOn, price: firstPrice ?? price, isAutomatic: means.kind !== 'bill' },
    trial: isTrial ? { today, firstCharge: firstPrice ?? price, firstChargeOn: dueOn } : null,
    atOnce: null,
  };
}
