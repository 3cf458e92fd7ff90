import { choosePlan } from '#src/domain/catalog/index.ts';
import type { Invoice } from '#src/domain/invoices/index.ts';
import { planGoesOn, type Subscription } from '#src/domain/subscriptions/index.ts';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import {
  paidOrder,
  sampleLead,
  sampleOrder,
  samplePayment,
  samplePurchase,
} from '../gallery/sample-purchase.server.ts';
import type { GalleryRequest } from '../gallery/states.contract.server.ts';
import { quoteSummary } from '../site/summary.server.ts';
import type { FoundSubscription } from './find-subscription.server.ts';

/** A bill that somebody's link opens; with the facts of paying it. */
export async function sampleInvoice(request: GalleryRequest, state: Invoice['state']) {
  const purchase = await samplePurchase(request);
  if (!purchase) return null;
  const { visit, ctx, words, view } = request;
  const today = marketDate(ctx.clock.now(), visit.brand.market);
  const isPaid = state === 'paid' || state === 'refunded';
  const order = isPaid ? paidOrder(request, purchase) : sampleOrder(request, purchase, []);
  const invoice: Invoice = {
    id: 'inv_gallery',
    number: 5_021n,
    kind: 'invoice',
    description: visit.product.title,
    dueOn: addDays(today, state === 'overdue' ? -4 : 5),
    state,
    session: purchase.session,
    view: order,
  };
  const facts = { ...samplePayment(request, purchase), isFrozen: true };
  return { purchase, invoice, facts, summary: quoteSummary(purchase.quote, words, view.locale) };
}

/** A subscription that somebody's link opens; null for what is sold once. */
export function sampleSubscription(request: GalleryRequest, state: Subscription['state']): FoundSubscription | null {
  const { visit, ctx } = request;
  const { brand, product } = visit;
  const plan = choosePlan(product, {});
  if (!plan || !planGoesOn(plan)) return null;
  const today = marketDate(ctx.clock.now(), brand.market);
  const termTo = addDays(today, plan.cycles * 10);
  const lead = sampleLead(request);
  const subscription: Subscription = {
    id: 'sub_gallery',
    leadId: lead.id,
    brand: brand.brand,
    variant: brand.variant,
    business: product.business,
    productCode: product.code,
    planId: plan.id,
    market: brand.market,
    locale: brand.locale,
    price: plan.price,
    firstPrice: null,
    state,
    termFrom: addMonths(addDays(termTo, 1), -plan.cycles),
    termTo,
    orderId: null,
    anchor: addDays(termTo, 1),
    periodMonths: plan.cycles,
    people: 1,
    nextChargeOn: addDays(termTo, 1),
    trialUntil: null,
    means: { kind: 'bill' },
    pastDueSince: null,
    pausedAt: null,
    suspendedAt: null,
    canceledAt: null,
    cancelsOn: null,
    next: null,
    createdAt: ctx.clock.now(),
  };
  return { kind: 'found', subscription, lead, plan, today };
}
