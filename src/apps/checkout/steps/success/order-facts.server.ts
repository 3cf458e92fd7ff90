import { findPlan } from '#src/domain/catalog/index.ts';
import { isAccepted, paperAddress } from '#src/domain/contracts/index.server.ts';
import { findLead, type Lead } from '#src/domain/leads/index.server.ts';
import { transfersOfOrder } from '#src/domain/ledger/index.server.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import { type ChosenPlace, placesOfOrder } from '#src/domain/places/index.server.ts';
import type { Quote } from '#src/domain/quotes/index.ts';
import { quoteById } from '#src/domain/quotes/index.server.ts';
import { planTermsText } from '#src/domain/recurrences/index.ts';
import { boughtTermsOf } from '#src/domain/recurrences/index.server.ts';
import { together } from '#src/kernel/db/pipeline.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { placeOfOrder } from '../../status/place-of-order.ts';
import { mainPurchase, type Purchase } from '../../status/purchase.server.ts';
import { addressOfOrder } from '../../status/standing.server.ts';
import { type PageRequest, type Redirect, redirect } from '../../web/page.server.ts';
import { receiptLines } from './receipt-lines.server.ts';
import type { Receipt } from './success.types.ts';

/** An order whose buyer is at the end of the flow, and the pages that are about it. */
export interface OrderFacts {
  readonly view: OrderView;
  readonly lead: Lead;
  readonly places: Purchase['places'];
}

/** The order of this session, or where the buyer belongs instead. */
export async function orderFacts(request: PageRequest): Promise<OrderFacts | Redirect> {
  return factsOf(request, await mainPurchase(request));
}

/** The same for one purchase of several. */
export async function factsOf(request: PageRequest, purchase: Purchase | null): Promise<OrderFacts | Redirect> {
  const lead = purchase && (await findLead(request.ctx, purchase.session));
  if (!purchase || !lead) return redirect(request.firstStep);
  const { view, places } = purchase;
  if (!view) return redirect(request.href(places.payment));
  if (view.order.state === 'partly-paid') return { view, lead, places };
  const newest = view.attempts[0];
  const place = placeOfOrder(view, newest ? request.ctx.rails.byId(newest.rail) : null);
  return place === '/success' ? { view, lead, places } : redirect(addressOfOrder(request, view, places));
}

/** What the rows say about a purchase beyond its order and attempts. */
export interface Bought {
  /** Received for the price and its interest, by attempt. */
  readonly received: ReadonlyMap<string, bigint>;
  readonly quote: Quote | null;
  /** Where the course is taught or the exam written. */
  readonly places: readonly ChosenPlace[];
  /** Whether a contract was accepted for it. */
  readonly hasContract?: boolean;
}

/** What came in for the price and its interest, by attempt: a slip may have been paid with less than is written on it. */
function receivedByAttempt(transfers: Awaited<ReturnType<typeof transfersOfOrder>>): ReadonlyMap<string, bigint> {
  const received = new Map<string, bigint>();
  for (const { kind, attemptId, amount } of transfers) {
    if (kind === 'capture-principal' || kind === 'capture-interest')
      received.set(attemptId, (received.get(attemptId) ?? 0n) + amount);
  }
  return received;
}

export async function receiptOf(request: PageRequest, view: OrderView): Promise<Receipt> {
  const { id, sessionId, quoteId } = view.order;
  const [transfers, quote, places, hasContract] = await together(request.ctx.db, (db) =>
    Promise.all([
      transfersOfOrder(db, id),
      quoteById(db, sessionId, quoteId),
      placesOfOrder(db, id),
      isAccepted(db, quoteId),
    ]),
  );
  return receiptFrom(request, view, { received: receivedByAttempt(transfers), quote, places, hasContract });
}

/** What an order bought and whether it is charged again, as finished text; null where nothing is known or nothing stands. */
export async function boughtTermsText(request: PageRequest, { order }: OrderView): Promise<string | null> {
  const { ctx, words, view } = request;
  const product = ctx.catalog.product(order.brand, order.variant, order.productCode);
  const plan = product && findPlan(product, order.planId);
  const terms = plan && order.state === 'paid' ? await boughtTermsOf(ctx, order, plan) : null;
  return terms && planTermsText(terms, words, view.locale);
}

/** The receipt of what was bought, as finished text. */
export function receiptFrom(request: PageRequest, { order, attempts }: OrderView, bought: Bought): Receipt {
  const { received, quote, places, hasContract = false } = bought;
  const { locale } = request.view;
  const text = (amount: bigint): string => formatMoney({ amount, currency: order.currency }, locale);
  return {
    number: order.reference,
    product: request.visit.product.title,
    lines: quote ? receiptLines(request, quote) : [],
    places: places.map(({ kind, name, address, city }) => ({ kind, name, address: [address, city].join(', ') })),
    total: text(order.total),
    paidAt: order.paidAt && formatInstant(order.paidAt, marketZone(order.market)),
    payments: attempts.toReversed().flatMap(({ id, rail, kept, installments }) => {
      const amount = received.get(id);
      return amount === undefined ? [] : [{ rail, kept, amount: text(amount), installments }];
    }),
    papers: order.paidAt === null ? [] : papersOf(order.id, hasContract),
  };
}

function papersOf(orderId: string, hasContract: boolean): Receipt['papers'] {
  return [
    { kind: 'receipt', href: paperAddress(orderId, 'receipt.pdf') },
    ...(hasContract ? [{ kind: 'contract' as const, href: paperAddress(orderId, 'contract.pdf') }] : []),
    { kind: 'evidence', href: paperAddress(orderId, 'evidence.pdf') },
  ];
}

/** The first word of a name, as people are greeted. */
export function firstName(name: string): string {
  return name.split(' ', 1)[0] ?? name;
}
