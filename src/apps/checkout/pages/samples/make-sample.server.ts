import { choosePlan, type Plan } from '#src/domain/catalog/products/index.ts';
import { createOffer, type OfferRequest } from '#src/domain/sales/custom-offers/index.server.ts';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import { cancelInvoice, createInvoice } from '#src/domain/subscriptions/invoices/index.server.ts';
import { createUnpaidOrder, type UnpaidOrderInput } from '#src/domain/orders/index.server.ts';
import { createRecovery } from '#src/domain/sales/recovery/index.server.ts';
import { createSubscription } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { addDays, addMonths, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { PageRequest } from '../../framework/page.server.ts';

/** The kinds of samples, and a brand's flow for each. */
export const sampleKinds = {
  invoice: 'invoice',
  overdue: 'invoice',
  canceled: 'invoice',
  recovery: 'recovery',
  'failed-charge': 'recovery',
  renewal: 'renew',
  upgrade: 'upgrade',
  'offer-terms': 'custom',
  'offer-first': 'custom',
} as const;
export type SampleKind = keyof typeof sampleKinds;

/** The same by subject, for the page. */
export const sampleGroups: readonly { readonly id: string; readonly kinds: readonly SampleKind[] }[] = [
  { id: 'bills', kinds: ['invoice', 'overdue', 'canceled'] },
  { id: 'purchases', kinds: ['recovery', 'failed-charge'] },
  { id: 'subscriptions', kinds: ['renewal', 'upgrade'] },
  { id: 'offers', kinds: ['offer-terms', 'offer-first'] },
];

const phones = { BR: '+5511961234567', MZ: '+258841234567', PE: '+51987654321' } as const;

/** Creates a sample for a buyer with this e-mail address and returns its e-mail link. */
export async function makeSample(request: PageRequest, kind: SampleKind, email: string): Promise<string | null> {
  const { ctx, visit } = request;
  const { brand, product } = visit;
  const plan = visit.plan ?? choosePlan(product, {});
  if (!plan) return null;
  const flowId = brand.flows.find(({ id }) => id === sampleKinds[kind])?.id ?? visit.flow.id;
  const link = { ...request.link, flowId };
  const start: UnpaidOrderInput = {
    brand: brand.brand,
    variant: brand.variant,
    business: product.business,
    productCode: product.code,
    planId: plan.id,
    market: brand.market,
    locale: brand.locale,
    flowId,
    link,
    seller: visit.seller.code,
    source: visit.query.source,
    buyer: { name: 'Maria da Silva', email, phone: phones[brand.market] },
  };
  const opened = await createUnpaidOrder(ctx, start);
  if (!opened.ok) return null;
  const { session, order } = opened.value;
  const today = marketDate(ctx.clock.now(), brand.market);

  if (kind === 'recovery' || kind === 'failed-charge') {
    const id = await createRecovery(ctx, session.id, kind === 'recovery' ? 'unfinished' : kind);
    return linkTo(request, `/recovery/${id}`, { flowId }, id);
  }
  if (kind === 'offer-first') return offerLink(request, { leadId: order.leadId }, plan, today);
  if (kind === 'offer-terms') {
    const term = termAround(today, plan.cycles, 12);
    const price = { leadId: order.leadId, price: plan.price, state: 'active' } as const;
    const subscriptionId = await createSubscription(ctx, { ...start, ...term, ...price });
    return offerLink(request, { subscriptionId }, plan, today);
  }
  if (kind === 'renewal' || kind === 'upgrade') {
    const term = termAround(today, plan.cycles, kind === 'renewal' ? 12 : plan.cycles * 20);
    const id = await createSubscription(ctx, {
      ...start,
      ...term,
      leadId: order.leadId,
      price: plan.price,
      state: 'active',
    });
    return kind === 'renewal'
      ? linkTo(request, `/renew/${id}`, { flowId }, id)
      : linkTo(request, '/payment/upgrade', { flowId, enrollmentSubscriptionId: id }, id);
  }
  const dueOn = addDays(today, kind === 'overdue' ? -4 : 5);
  const invoice = { kind: 'invoice', sessionId: session.id, subscriptionId: null, dueOn } as const;
  const id = await createInvoice(ctx, { ...invoice, description: `${product.title}, ${plan.name}` });
  if (kind === 'canceled') await cancelInvoice(ctx.db, id, ctx.clock.now());
  return linkTo(request, `/payment/${id}`, { flowId }, id);
}

/** A seller's offer at four fifths of the plan's price. */
async function offerLink(
  { ctx, href, visit }: PageRequest,
  subject: OfferRequest['subject'],
  plan: Plan,
  today: LocalDate,
): Promise<string | null> {
  const offer = { planId: plan.id, amount: (plan.price.amount * 4n) / 5n, seller: visit.seller.code };
  const made = await createOffer(ctx, { subject, ...offer, expiresOn: addDays(today, 7) });
  return made.ok ? href('/custom-offer', { customOffer: made.value.id, t: made.value.token }) : null;
}

/** A billing period with so many days left. */
function termAround(
  today: LocalDate,
  cycles: number,
  daysLeft: number,
): { periodStart: LocalDate; periodEnd: LocalDate } {
  const periodEnd = addDays(today, daysLeft);
  return { periodStart: addMonths(addDays(periodEnd, 1), -cycles), periodEnd };
}

async function linkTo(
  { ctx, href }: PageRequest,
  path: string,
  more: Readonly<Record<string, string>>,
  id: string,
): Promise<string> {
  return href(path, { ...more, t: await issueMagicLink(ctx, ctx.db, id) });
}
