import { findPlan } from '#src/domain/catalog/products/index.ts';
import { isAccepted, documentPath } from '#src/domain/documents/contracts/index.server.ts';
import { findLead, type Lead } from '#src/domain/checkout/leads/index.server.ts';
import { transfersOfOrder } from '#src/domain/payments/ledger/index.server.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import { type ChosenLocation, locationsOfOrder } from '#src/domain/checkout/test-locations/index.server.ts';
import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import { quoteById } from '#src/domain/checkout/quotes/index.server.ts';
import { planTermsText } from '#src/domain/subscriptions/mandates/index.ts';
import { purchasedPlanTerms } from '#src/domain/subscriptions/mandates/index.server.ts';
import { pipelinedReads } from '#src/kernel/db/pipeline.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { pageForOrder } from '../order-status/page-for-order.ts';
import { mainPurchase, type Purchase } from '../order-status/purchase.server.ts';
import { orderAddress } from '../order-status/order-address.server.ts';
import { type PageRequest, type Redirect, redirect } from '../../framework/page.server.ts';
import type { Receipt } from './success.types.ts';
import { quoteSummary } from '../summary.server.ts';

/** An order at the end of the flow, and its pages. */
export interface OrderContext {
  readonly view: OrderView;
  readonly lead: Lead;
  readonly routes: Purchase['routes'];
}

/** The order of this session, or a redirect to the buyer's page. */
export async function orderContext(request: PageRequest): Promise<OrderContext | Redirect> {
  return orderContextOf(request, await mainPurchase(request));
}

/** The same for one of several purchases. */
export async function orderContextOf(
  request: PageRequest,
  purchase: Purchase | null,
): Promise<OrderContext | Redirect> {
  const lead = purchase && (await findLead(request.ctx, purchase.session));
  if (!purchase || !lead) return redirect(request.firstStep);
  const { view, routes } = purchase;
  if (!view) return redirect(request.href(routes.payment));
  if (view.order.state === 'partly-paid') return { view, lead, routes };
  const newest = view.attempts[0];
  const page = pageForOrder(view, newest ? request.ctx.rails.byId(newest.rail) : null);
  return page === '/success' ? { view, lead, routes } : redirect(orderAddress(request, view, routes));
}

/** Stored data of a purchase besides its order and attempts. */
export interface ReceiptInput {
  /** Captured for the price and its interest, by attempt. */
  readonly received: ReadonlyMap<string, bigint>;
  readonly quote: Quote | null;
  /** The unit of the course, or the test location. */
  readonly locations: readonly ChosenLocation[];
  /** Whether a contract was accepted for it. */
  readonly hasContract?: boolean;
}

/** Captured amounts for the price and its interest, by attempt: a slip may be paid with less than its amount. */
function receivedByAttempt(transfers: Awaited<ReturnType<typeof transfersOfOrder>>): ReadonlyMap<string, bigint> {
  const received = new Map<string, bigint>();
  for (const { kind, attemptId, amount } of transfers) {
    if (kind === 'capture-principal' || kind === 'capture-interest')
      received.set(attemptId, (received.get(attemptId) ?? 0n) + amount);
  }
  return received;
}

export async function loadReceipt(request: PageRequest, view: OrderView): Promise<Receipt> {
  const { id, sessionId, quoteId } = view.order;
  const [transfers, quote, locations, hasContract] = await pipelinedReads(request.ctx.db, (db) =>
    Promise.all([
      transfersOfOrder(db, id),
      quoteById(db, sessionId, quoteId),
      locationsOfOrder(db, id),
      isAccepted(db, quoteId),
    ]),
  );
  return buildReceipt(request, view, { received: receivedByAttempt(transfers), quote, locations, hasContract });
}

/** The terms of an order and its later charges, as formatted text; null where they are unknown or nothing is active. */
export async function purchasedTermsText(request: PageRequest, { order }: OrderView): Promise<string | null> {
  const { ctx, words, view } = request;
  const product = ctx.catalog.product(order.brand, order.variant, order.productCode);
  const plan = product && findPlan(product, order.planId);
  const terms = plan && order.state === 'paid' ? await purchasedPlanTerms(ctx, order, plan) : null;
  return terms && planTermsText(terms, words, view.locale);
}

/** The receipt of an order, as formatted text. */
export function buildReceipt(request: PageRequest, { order, attempts }: OrderView, bought: ReceiptInput): Receipt {
  const { received, quote, locations, hasContract = false } = bought;
  const { locale } = request.view;
  const text = (amount: bigint): string => formatMoney({ amount, currency: order.currency }, locale);
  return {
    number: order.reference,
    product: request.visit.product.title,
    lines: quote ? receiptLines(request, quote) : [],
    locations: locations.map(({ kind, name, address, city }) => ({ kind, name, address: [address, city].join(', ') })),
    total: text(order.total),
    paidAt: order.paidAt && formatInstant(order.paidAt, marketZone(order.market)),
    payments: attempts.toReversed().flatMap(({ id, rail, kept, installments }) => {
      const amount = received.get(id);
      return amount === undefined ? [] : [{ rail, kept, amount: text(amount), installments }];
    }),
    documents: order.paidAt === null ? [] : orderDocumentsOf(order.id, hasContract),
  };
}

function orderDocumentsOf(orderId: string, hasContract: boolean): Receipt['documents'] {
  return [
    { kind: 'receipt', href: documentPath(orderId, 'receipt.pdf') },
    ...(hasContract ? [{ kind: 'contract' as const, href: documentPath(orderId, 'contract.pdf') }] : []),
    { kind: 'evidence', href: documentPath(orderId, 'evidence.pdf') },
  ];
}

/** The first name, for greetings. */
export function firstName(name: string): string {
  return name.split(' ', 1)[0] ?? name;
}

/** The lines of a price with additions, and the voucher's discount, as in the summary beside the payment. */
function receiptLines({ words, view }: PageRequest, quote: Quote): Receipt['lines'] {
  if (quote.lines.length === 1 && quote.discount === 0n) return [];
  const { lines, discount } = quoteSummary(quote, words, view.locale);
  return [...lines.map(({ label, amount }) => ({ label, amount })), ...(discount ? [discount] : [])];
}
