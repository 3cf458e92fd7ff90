import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Product } from '../../catalog/products/index.ts';
import { findPlan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { createInvoice } from '../invoices/index.server.ts';
import { copyLead, leadById } from '../../checkout/leads/index.server.ts';
import { createOrder, type Order, saveOrderLocations } from '../../orders/index.server.ts';
import { copyUnit, locationsOfSession } from '../../checkout/test-locations/index.server.ts';
import { agreedQuote } from '../../checkout/quotes/index.server.ts';
import { type CheckoutSession, insertUnownedSession, sessionById } from '../../checkout/sessions/index.server.ts';
import { type NextPlan, owedPriceOf, type Subscription, type BillingPeriod } from '../subscriptions/index.server.ts';

export type PeriodOrderFailure = 'plan-not-found' | 'order-gone';

export interface PeriodOrder {
  readonly order: Order;
  readonly invoiceId: string;
}

/**
 * Writes the order and the invoice of a billing period, in place of any that it had: for the same buyer, at the agreed price,
 * without interest. The caller holds the subscription's lock, has seen that no other order of the period can take money any
 * more, and writes the period's own state.
 */
export async function createPeriodOrder(
  ctx: SubscriptionsContext,
  trx: Db,
  subscription: Subscription,
  period: Pick<BillingPeriod, 'number' | 'dueOn'>,
  requestedPlan: NextPlan | null = subscription.next,
): Promise<Result<PeriodOrder, PeriodOrderFailure>> {
  const { brand, variant, productCode } = subscription;
  const of = requestedPlan ?? subscription;
  const product = ctx.catalog.product(brand, variant, productCode);
  const sold = product && stillSold(product, of.planId);
  if (!sold) return err('plan-not-found');
  const lead = await leadById(trx, subscription.leadId);
  const base = lead && (await sessionById(trx, lead.sessionId));
  if (!base) return err('order-gone');
  const now = ctx.clock.now();
  const session = await copySession(trx, base, subscription, now);
  const leadId = await copyLead({ ...ctx, db: trx }, trx, subscription.leadId, session);
  const { amount } = owedPriceOf(subscription, of.planId) ?? of.price;
  const price = { planId: of.planId, amount };
  const quote = await agreedQuote(ctx, trx, { sessionId: session.id, product: sold, price });
  if (!quote) return err('plan-not-found');
  const from = { session: { ...session, leadId }, lead: { ...lead, id: leadId, sessionId: session.id }, quote };
  const [order, invoiceId] = await Promise.all([
    createOrder(
      trx,
      { ...from, planId: of.planId, term: { subscriptionId: subscription.id, number: period.number } },
      now,
    ),
    createInvoice(
      { ...ctx, db: trx },
      {
        kind: period.number === 1 ? 'first-invoice-payment' : 'renew',
        sessionId: session.id,
        subscriptionId: subscription.id,
        description: sold.title,
        dueOn: period.dueOn,
      },
    ),
  ]);
  // A buyer of a unit pays there again.
  if (ctx.catalog.units(brand, variant).length > 0) {
    await copyUnit(trx, base.id, session.id);
    await saveOrderLocations(ctx, trx, order, await locationsOfSession(trx, session.id), now);
  }
  return ok({ order, invoiceId });
}

/** The product with the plan, even if that is no longer sold: its subscribers pay by the methods that the product has. */
function stillSold(product: Product, planId: string): Product | null {
  if (findPlan(product, planId)) return product;
  const [like] = product.plans;
  return like ? { ...product, plans: [{ ...like, id: planId }] } : null;
}

/** Writes a session that no browser owns: it is opened by a magic link. */
async function copySession(
  trx: Db,
  base: CheckoutSession,
  { locale }: Pick<Subscription, 'locale'>,
  now: Date,
): Promise<CheckoutSession> {
  const session: CheckoutSession = {
    ...base,
    id: newId('ses'),
    offer: '',
    locale,
    leadId: null,
    orderId: null,
    upsell: null,
    answers: {},
    analyticsClientId: null,
    createdAt: now,
  };
  await insertUnownedSession(trx, session);
  return session;
}
