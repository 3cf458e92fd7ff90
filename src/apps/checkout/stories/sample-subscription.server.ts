import { choosePlan, findPlan } from '#src/domain/catalog/products/index.ts';
import type { Invoice } from '#src/domain/subscriptions/invoices/index.ts';
import { lateFeeTermsOf, lateFeeTitles } from '#src/domain/subscriptions/invoices/index.server.ts';
import type { AttemptView } from '#src/domain/orders/index.ts';
import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import type { Subscription } from '#src/domain/subscriptions/subscriptions/index.ts';
import { planRenews } from '#src/domain/catalog/terms/index.ts';
import { lateFee } from '#src/kernel/money/late-fee.ts';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { sampleProfilesFor } from './sample-profiles.ts';
import {
  paidOrder,
  sampleAttempt,
  sampleLead,
  sampleOrder,
  samplePayment,
  samplePurchase,
} from './sample-purchase.server.ts';
import type { StoryRequest } from './stories.contract.server.ts';
import type { FoundSubscription } from '../account/subscriptions/find-subscription.server.ts';

/** Options of a sample invoice besides its state. */
interface SampleInvoiceOptions {
  /** Being late costs more, as its plan has it. */
  readonly hasFee?: boolean;
  /** The try that its buyer made. */
  readonly tried?: Partial<AttemptView> | null;
  /** They made it by an instrument that was kept. */
  readonly bySavedCard?: boolean;
}

/** Days by which a sample invoice is overdue. */
const overdueDays = 4;

/** A price with its late fee; null where the plan has none. */
function withLateFee({ visit, sampleSession }: StoryRequest, quote: Quote): Quote | null {
  const { productCode, planId } = quote;
  const plan = findPlan(visit.product, planId);
  const terms = plan && lateFeeTermsOf(plan);
  if (!terms) return null;
  const { fine, interest } = lateFee(quote.total, terms, overdueDays);
  const amount = fine + interest;
  const title = lateFeeTitles[sampleSession.locale];
  const line = { kind: 'late-fee', productCode, planId, title, amount, standardAmount: amount } as const;
  return { ...quote, lines: [...quote.lines, line], total: quote.total + amount };
}

/** An invoice opened by a link, with the data of its payment page. */
export async function sampleInvoice(
  request: StoryRequest,
  state: Invoice['state'],
  { hasFee = false, tried = null, bySavedCard = false }: SampleInvoiceOptions = {},
) {
  const plain = await samplePurchase(request);
  if (!plain) return null;
  const { visit, ctx } = request;
  const quote = hasFee ? withLateFee(request, plain.quote) : plain.quote;
  if (!quote) return null;
  const purchase = { ...plain, quote };
  const today = marketDate(ctx.clock.now(), visit.brand.market);
  const isPaid = state === 'paid' || state === 'refunded';
  const [first] = bySavedCard ? sampleProfilesFor(request, purchase.methods) : purchase.methods;
  const attempt = tried && sampleAttempt(request, purchase, first?.rail, tried);
  const order = isPaid ? paidOrder(request, purchase) : sampleOrder(request, purchase, attempt ? [attempt] : []);
  const invoice: Invoice = {
    id: 'inv_gallery',
    number: 5_021n,
    kind: 'invoice',
    subscriptionId: null,
    description: visit.product.title,
    dueOn: addDays(today, state === 'overdue' ? -overdueDays : 5),
    state,
    session: purchase.session,
    view: order,
  };
  const context = { ...samplePayment(request, purchase, tried && order), isFrozen: true };
  return { purchase, invoice, context };
}

/** Days by which a billing period is overdue, by state. */
const lateDays: Readonly<Partial<Record<Subscription['state'], number>>> = { 'past-due': 4, suspended: 21 };

/** A subscription that somebody's link opens; null for what is sold once. */
export function sampleSubscription(request: StoryRequest, state: Subscription['state']): FoundSubscription | null {
  const { visit, ctx } = request;
  const { brand, product } = visit;
  const plan = choosePlan(product, {});
  if (!plan || !planRenews(plan)) return null;
  const today = marketDate(ctx.clock.now(), brand.market);
  // A period is due on the day after the one before it: a charge that keeps failing suspends access.
  const late = lateDays[state] ?? null;
  const periodEnd = addDays(today, late === null ? plan.cycles * 10 : -late);
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
    periodStart: addMonths(addDays(periodEnd, 1), -plan.cycles),
    periodEnd,
    orderId: null,
    anchor: addDays(periodEnd, 1),
    periodMonths: plan.cycles,
    people: 1,
    nextChargeOn: addDays(periodEnd, 1),
    trialUntil: state === 'trialing' ? periodEnd : null,
    instrument: { kind: 'invoice' },
    pastDueSince: null,
    pausedAt: null,
    suspendedAt: state === 'suspended' ? ctx.clock.now() : null,
    canceledAt: null,
    cancelsOn: null,
    next: null,
    createdAt: ctx.clock.now(),
  };
  return { kind: 'found', subscription, lead, plan, today };
}
