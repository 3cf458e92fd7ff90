import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan, type Plan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import type { Quote } from '../../checkout/quotes/index.ts';
import { chargeIntervalOf, allowsMandate, renewalTermsOf } from '../ports/mandate-terms.ts';
import type { MandateTerms } from '../ports/mandate.types.ts';
import { paysExistingInvoice } from '../../checkout/sessions/index.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';

/** Charges of later billing periods that a buyer may agree to with a payment. Null: none. */
export interface UpcomingCharges {
  /** Charges under a mandate of the buyer's bank. */
  readonly recurring: MandateTerms | null;
  /** Charges of the payment profile that this payment saves. */
  readonly renewal: MandateTerms | null;
}

export const noUpcomingCharges: UpcomingCharges = { recurring: null, renewal: null };

type Sold = Pick<CheckoutSession, 'brand' | 'variant' | 'market'>;

/** The plan that a quote is for; null when it is not sold any more. */
export function planOf(ctx: PaymentsContext, { brand, variant }: Sold, { productCode, planId }: Quote): Plan | null {
  return findPlan({ plans: ctx.catalog.product(brand, variant, productCode)?.plans ?? [] }, planId);
}

/** Upcoming charges of a plan whose first payment is today; its days count from today. */
export function upcomingChargesOfPlan(ctx: PaymentsContext, session: Sold, quote: Quote): UpcomingCharges {
  const plan = planOf(ctx, session, quote);
  if (!plan) return noUpcomingCharges;
  const { brand, variant, market } = session;
  const everyTerm = quote.voucher !== null && ctx.catalog.voucher(brand, variant, quote.voucher)?.everyTerm === true;
  const renewal = renewalTermsOf(plan, quote, { today: marketDate(ctx.clock.now(), market), everyTerm });
  return { recurring: allowsMandate(plan) ? renewal : null, renewal };
}

/**
 * Upcoming charges of an order that may exist already. An order of a billing period counts from that period, at the agreed price;
 * an order that pays a debt or a change of plan has none.
 */
export async function upcomingChargesOfOrder(
  ctx: PaymentsContext,
  db: Db,
  { session, quote, order }: { readonly session: CheckoutSession; readonly quote: Quote; readonly order: Order | null },
): Promise<UpcomingCharges> {
  if (!order) return upcomingChargesOfPlan(ctx, session, quote);
  if ((order.subscriptionId ?? null) === null)
    return (await paysExistingInvoice(db, session.id)) ? noUpcomingCharges : upcomingChargesOfPlan(ctx, session, quote);
  const after = await ctx.handlers.nextPeriodTerms(ctx, db, order);
  const period = after && chargeIntervalOf(after.periodMonths);
  if (!after || !period) return noUpcomingCharges;
  const renewal = { price: after.price, period, firstDueOn: after.firstDueOn };
  const plan = planOf(ctx, session, { ...quote, planId: after.planId });
  return { recurring: plan && allowsMandate(plan) ? renewal : null, renewal };
}
