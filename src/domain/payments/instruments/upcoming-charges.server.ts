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

/** What a buyer may agree to beside paying, for the terms to come. Null: there is nothing to agree to. */
export interface UpcomingCharges {
  /** A standing consent, by which the buyer's bank lets us collect. */
  readonly recurring: MandateTerms | null;
  /** A means that is kept with this payment, and charged again. */
  readonly renewal: MandateTerms | null;
}

export const noUpcomingCharges: UpcomingCharges = { recurring: null, renewal: null };

type Sold = Pick<CheckoutSession, 'brand' | 'variant' | 'market'>;

/** The plan that a quote is for; null when it is not sold any more. */
export function planOf(ctx: PaymentsContext, { brand, variant }: Sold, { productCode, planId }: Quote): Plan | null {
  return findPlan({ plans: ctx.catalog.product(brand, variant, productCode)?.plans ?? [] }, planId);
}

/** What goes on after a plan that is paid today for the first time: its days are counted from today. */
export function upcomingChargesOfPlan(ctx: PaymentsContext, session: Sold, quote: Quote): UpcomingCharges {
  const plan = planOf(ctx, session, quote);
  if (!plan) return noUpcomingCharges;
  const { brand, variant, market } = session;
  const everyTerm = quote.voucher !== null && ctx.catalog.voucher(brand, variant, quote.voucher)?.everyTerm === true;
  const renewal = renewalTermsOf(plan, quote, { today: marketDate(ctx.clock.now(), market), everyTerm });
  return { recurring: allowsMandate(plan) ? renewal : null, renewal };
}

/**
 * The same for an order that was there before its buyer came. One that pays a term of what goes on already counts its days
 * from that term, at the price that was agreed to; one that pays a debt or a change of plan agrees to nothing.
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
