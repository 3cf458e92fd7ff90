import { mapLeadAnswers } from '#src/domain/catalog/brand-data/index.ts';
import type { Lead } from '#src/domain/checkout/leads/index.ts';
import type { AttemptView, Order, OrderView } from '#src/domain/orders/index.ts';
import type { RailSample } from '#src/domain/payments/index.ts';
import type { ChosenLocation } from '#src/domain/checkout/test-locations/index.ts';
import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { railSamples } from '#src/rails/registry.samples.server.generated.ts';
import { linkQuote } from '../site/summary.server.ts';
import { mainRoutes, type PurchaseRoutes } from '../site/order-status/purchase-routes.ts';
import { offeredMethods } from '../payment-form/methods/offered-methods.server.ts';
import type { PaymentContext } from '../payment-form/payment-data.server.ts';
import type { ReceiptInput } from '../site/receipt/order-context.server.ts';
import type { OfferedMethod } from '../payment-form/payment.types.ts';
import { longBuyer, sampleBuyers } from './sample-buyers.ts';
import type { StoryRequest } from './stories.contract.server.ts';

const samples: Readonly<Record<string, RailSample>> = railSamples;
const nothing: RailSample = { kept: {}, instructions: null, challengesBuyer: false };

/** What a rail leaves with an attempt. */
export function railSampleOf(rail: string): RailSample {
  return samples[rail] ?? nothing;
}

/** A purchase that no row holds. */
export interface SamplePurchase {
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly quote: Quote;
  readonly routes: PurchaseRoutes;
  readonly methods: readonly OfferedMethod[];
}

/** The buyer of a request's market. */
export function sampleLead({ visit, isLong, sampleSession }: StoryRequest): Lead {
  return {
    id: 'lead_gallery',
    sessionId: sampleSession.id,
    ...sampleBuyers[visit.brand.market],
    ...(isLong ? longBuyer : {}),
    ...mapLeadAnswers(() => null),
    document: null,
    address: null,
    phoneVerifiedAt: null,
  };
}

/** What the link sells, at today's price; null when nothing is sold by it. */
export async function samplePurchase(request: StoryRequest): Promise<SamplePurchase | null> {
  const { ctx, visit, sampleSession: session } = request;
  const computed = await linkQuote(request, null);
  if (!computed) return null;
  const expiresAt = new Date(ctx.clock.now().getTime() + 30 * 60_000);
  const quote: Quote = { ...computed, id: 'quo_gallery', sessionId: session.id, expiresAt };
  const routes = mainRoutes(visit.flow, () => false);
  return {
    session,
    lead: sampleLead(request),
    quote,
    routes,
    methods: offeredMethods(request, session, quote, sampleUnit(request)),
  };
}

/** The first unit that a brand has, as if it had been chosen. */
function sampleUnit({ visit }: StoryRequest): ChosenLocation | null {
  const [unit] = visit.brand.units;
  return unit ? { kind: 'unit', ...unit } : null;
}

/** The facts of a payment page. */
export function samplePayment(
  request: StoryRequest,
  { session, lead, quote, routes }: SamplePurchase,
  view: OrderView | null = null,
): PaymentContext {
  return { request, session, lead, quote, routes, view, seller: request.visit.brand, unit: sampleUnit(request) };
}

/** An attempt by the method of that place among those that are offered, counted from 0. */
export function sampleAttempt(
  request: StoryRequest,
  { methods, quote }: SamplePurchase,
  rail: string | undefined,
  change: Partial<AttemptView> = {},
): AttemptView {
  const { ctx, visit } = request;
  const now = ctx.clock.now();
  const { id = 'none', methods: words = ['none'] } = (rail && ctx.rails.byId(rail)) || {};
  const { kept, instructions, refusal = 'insufficient-funds' } = railSampleOf(id);
  const method = methods.find((one) => one.rail === id)?.method ?? words[0];
  return {
    id: 'att_gallery',
    rail: id,
    method,
    state: 'captured',
    amount: quote.total,
    currency: quote.currency,
    installments: 1,
    kept,
    instructions,
    nextAction: null,
    declineCode: change.state === 'declined' ? refusal : null,
    expiresAt: ctx.rails.byId(id) ? ctx.rails.server(id).expiresAt(now, visit.brand.market) : now,
    createdAt: now,
    ...change,
  };
}

/** An order with those attempts, newest first. */
export function sampleOrder(
  request: StoryRequest,
  { session, lead, quote }: SamplePurchase,
  attempts: readonly AttemptView[],
  change: Partial<Order> = {},
): OrderView {
  const now = request.ctx.clock.now();
  const { id: sessionId, brand, variant, business, productCode, market } = session;
  const order: Order = {
    id: 'ord_gallery',
    number: 104_207n,
    reference: 'BCD-FGH',
    sessionId,
    leadId: lead.id,
    quoteId: quote.id,
    ...{ brand, variant, business, productCode, market },
    planId: quote.planId,
    locale: request.view.locale,
    currency: quote.currency,
    total: quote.total,
    received: 0n,
    returned: 0n,
    state: 'open',
    createdAt: now,
    paidAt: null,
    ...change,
  };
  return { order, attempts };
}

/** The order paid by its first method, in the most installments at the same price. */
export function paidOrder(request: StoryRequest, purchase: SamplePurchase): OrderView {
  const { methods, quote } = purchase;
  const split = methods[0]?.takesInstallments ? (quote.installments.findLast(({ tax }) => tax === 0n)?.count ?? 1) : 1;
  const attempt = sampleAttempt(request, purchase, methods[0]?.rail, { installments: split });
  return sampleOrder(request, purchase, [attempt], {
    state: 'paid',
    received: quote.total,
    paidAt: request.ctx.clock.now(),
  });
}

/** What the rows would say about an order whose attempts brought all that was asked, and about where it is taught. */
export function sampleReceiptInput(
  { visit }: StoryRequest,
  { quote }: SamplePurchase,
  { attempts }: OrderView,
): ReceiptInput {
  const templates = visit.brand.flows.flatMap(({ steps }) => steps.map(({ template }) => template));
  const [unit] = templates.includes('select-school') ? visit.brand.units : [];
  const [test] = templates.includes('select-test-location') ? visit.brand.testLocations : [];
  const locations: ChosenLocation[] = [
    ...(unit ? [{ ...unit, kind: 'unit' as const }] : []),
    ...(test ? [{ ...test, kind: 'test-place' as const }] : []),
  ];
  return { received: new Map(attempts.map(({ id, amount }) => [id, amount])), quote, locations, hasContract: true };
}
