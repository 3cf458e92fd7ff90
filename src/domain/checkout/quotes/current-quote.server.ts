import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { choosePlan, discountPlan, type Product, type Voucher, voucherKey } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { CheckoutSession, SessionUpsell } from '../sessions/index.ts';
import { saveStepAnswers, sessionById } from '../sessions/index.server.ts';
import { planForSale } from '../tickets/index.server.ts';
import { isSameTrial } from '../../catalog/terms/index.ts';
import { findVoucher, type VoucherFailure } from '../../catalog/vouchers/index.server.ts';
import { chosenOffer, extrasOf } from './chosen-offer.ts';
import { type ComputedQuote, computeQuote } from './compute-quote.ts';
import { linkVoucher } from './link-voucher.ts';
import { mayStartTrial } from './may-start-trial.server.ts';
import { priceWithTrial } from './price-with-trial.ts';
import { insertQuote, latestQuote, quoteById } from './quote.repository.server.ts';
import type { PricedOrder, Quote, QuoteLine } from './quote.types.ts';

/** What a link or a form asks to be priced; what it does not name comes from the session's link. */
export interface QuoteRequest {
  readonly planId?: string;
  readonly planType?: string;
  /** An empty word takes the voucher away. */
  readonly voucher?: string;
}

export type QuoteFailure = 'product-not-found' | 'plan-not-found' | 'tickets-sold-out' | VoucherFailure;

/** A quote with less life than this is replaced before it is shown, so that the buyer has time to pay it. */
const freshSeconds = 10 * 60;

function lineText({ kind, productCode, planId, amount, standardAmount }: QuoteLine): string {
  return [kind, productCode, planId, amount, standardAmount].join('/');
}

function sameOffer(quote: Quote, computed: ComputedQuote): boolean {
  return (
    quote.planId === computed.planId &&
    quote.lines.map(lineText).join() === computed.lines.map(lineText).join() &&
    quote.total === computed.total &&
    quote.currency === computed.currency &&
    (quote.voucher ?? '') === (computed.voucher ?? '') &&
    quote.installments.length === computed.installments.length &&
    quote.installments.every((option, index) => option.total === computed.installments[index]?.total) &&
    quote.methods.map((m) => m.method).join() === computed.methods.map((m) => m.method).join() &&
    isSameTrial(quote.trial ?? null, computed.trial ?? null)
  );
}

async function compute(
  ctx: CheckoutContext,
  db: Db,
  session: CheckoutSession,
  request: QuoteRequest,
): Promise<Result<ComputedQuote, { code: QuoteFailure }>> {
  const product = ctx.catalog.product(session.brand, session.variant, session.productCode);
  if (!product) return err({ code: 'product-not-found' });
  if (session.upsell) return computeUpsell(session, product, session.upsell);
  const offer = chosenOffer(product, session.link, session.answers, request);
  if (!offer || offer.plan.market !== session.market) return err({ code: 'plan-not-found' });
  const { brand, orderId } = session;
  const plan = await planForSale(ctx, db, { brand, product, plan: offer.plan, orderId });
  if (!plan) return err({ code: 'tickets-sold-out' });
  const extras = plan === offer.plan ? offer.extras : extrasOf(plan, session.answers);
  const today = (await mayStartTrial(ctx, db, session, plan)) ? marketDate(ctx.clock.now(), session.market) : null;
  const priced = (voucher: Voucher | null): ComputedQuote => {
    const price = computeQuote(product, plan, voucher, extras);
    const people = extras.profiles?.count ?? 1;
    return today === null ? price : priceWithTrial(price, plan, today, { people, voucher });
  };
  const code = request.voucher === undefined ? await voucherOfLink(db, session) : voucherKey(request.voucher);
  if (code === '') return ok(priced(null));
  const voucher = await findVoucher(ctx, db, {
    brand: session.brand,
    variant: session.variant,
    code,
    productCode: product.code,
    plan,
    orderId: session.orderId,
  });
  if (voucher.ok) return ok(priced(voucher.value));
  // A word in a link that no longer holds must not close the door: the page shows the price without it.
  if (request.voucher === undefined) return ok(priced(null));
  return err({ code: voucher.error });
}

/** As the row has it now: this request may have taken the word away itself, after it read its session. */
async function voucherOfLink(db: Db, session: CheckoutSession): Promise<string> {
  const word = session.link['voucher'];
  if (word === undefined) return '';
  return linkVoucher(word, (await sessionById(db, session.id))?.answers ?? session.answers);
}

/** The price of an offer after a purchase is the offer's own: no link, voucher or other plan changes it. */
function computeUpsell(
  session: CheckoutSession,
  product: Product,
  { planId, basisPoints }: SessionUpsell,
): Result<ComputedQuote, { code: QuoteFailure }> {
  const plan = choosePlan(product, { planId });
  if (!plan || plan.market !== session.market) return err({ code: 'plan-not-found' });
  // An offer after a purchase has its price already: what is free elsewhere comes on top of what is paid.
  const lowered = discountPlan(plan, basisPoints);
  const { lines, ...price } = computeQuote(product, lowered, null, extrasOf(lowered, session.answers));
  return ok({ ...price, lines: lines.map((line) => (line.kind === 'main' ? { ...line, kind: 'upsell' } : line)) });
}

/**
 * The price that this session is shown. The stored one is used while it is fresh and still what the catalog says;
 * otherwise a new one is written. Once money has come in, the order's frozen price is the only one.
 */
export async function currentQuote(
  ctx: CheckoutContext,
  session: CheckoutSession,
  request: QuoteRequest = {},
): Promise<Result<Quote, { code: QuoteFailure }>> {
  const frozen = await frozenQuote(ctx, session);
  if (frozen) return ok(frozen);
  await rememberVoucherRemoval(ctx, session, request);
  const latest = await latestQuote(ctx.db, session.id);
  const kept =
    latest && request.voucher === undefined && latest.voucher !== null
      ? { ...request, voucher: latest.voucher }
      : request;
  let computed = await compute(ctx, ctx.db, session, kept);
  if (!computed.ok && kept !== request) computed = await compute(ctx, ctx.db, session, request);
  if (!computed.ok) return computed;
  const freshUntil = new Date(ctx.clock.now().getTime() + freshSeconds * 1000);
  if (latest && latest.expiresAt > freshUntil && sameOffer(latest, computed.value)) return ok(latest);
  return ok(await insertQuote(ctx, ctx.db, session.id, computed.value));
}

/** A link is opened again with every page: its voucher stays away once the buyer took it away, until they type a word. */
async function rememberVoucherRemoval(
  ctx: CheckoutContext,
  session: CheckoutSession,
  { voucher }: QuoteRequest,
): Promise<void> {
  if (voucher === undefined) return;
  const withoutVoucher = voucherKey(voucher) === '' ? voucherKey(session.link['voucher'] ?? '') : '';
  if (withoutVoucher !== (session.answers.withoutVoucher ?? ''))
    await saveStepAnswers(ctx, session, { withoutVoucher });
}

/** The price of an order that has taken money: part of it is paid, so nothing may change it. */
async function frozenQuote(ctx: CheckoutContext, session: CheckoutSession): Promise<Quote | null> {
  if (!session.orderId) return null;
  const order = await ctx.db
    .selectFrom('orders')
    .select(['quote_id', 'state', 'hold_expires_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('attempts')
            .select('attempts.id')
            .whereRef('attempts.order_id', '=', 'orders.id')
            .where('part', 'is not', null)
            .where('attempts.state', '=', 'authorized')
            .where('superseded', '=', false),
        )
        .as('holds'),
    )
    .where('id', '=', session.orderId)
    .executeTakeFirst();
  if (!order || order.state === 'closed') return null;
  // What is reserved of a price freezes it as what was paid of it does.
  return order.state !== 'open' || order.holds || order.hold_expires_at !== null
    ? quoteById(ctx.db, session.id, order.quote_id)
    : null;
}

export type QuoteRefusal =
  | { readonly code: 'quote-not-found' }
  /** `quote` is the one that no longer holds; `requote` makes the one to show. */
  | { readonly code: 'quote-changed'; readonly quote: Quote };

/**
 * The quote that a payment names, if it still holds: it belongs to the session (`quote` was found there), has not
 * expired, and what the buyer was shown is what it says: the price, or what the `installments` that they chose cost with
 * their interest. `reserved`: of the held order's price, by parts that stand.
 */
export function quoteForPayment(
  ctx: CheckoutContext,
  quote: Quote | null,
  held: PricedOrder | null,
  request: { readonly shownAmount?: bigint; readonly installments?: number; readonly reserved?: bigint },
): Result<Quote, QuoteRefusal> {
  if (!quote) return err({ code: 'quote-not-found' });
  const owed = held?.quoteId === quote.id ? held : null;
  // Money has come in for another quote: that price is frozen and the only one.
  const reserved = request.reserved ?? 0n;
  if (held && held.received + reserved > 0n && !owed) return err({ code: 'quote-changed', quote });
  // The price of an order at hand is frozen: its quote holds as long as the order does.
  const holds = owed !== null || quote.expiresAt > ctx.clock.now();
  const prices = owed ? [owed.total - owed.received - reserved, owed.total - owed.received, owed.total] : [quote.total];
  const shown = request.shownAmount;
  const chosen = quote.installments.find(({ count }) => count === (request.installments ?? 1));
  const agrees = shown === undefined || prices.includes(shown) || chosen?.total === shown;
  return holds && agrees ? ok(quote) : err({ code: 'quote-changed', quote });
}

/** The price to show instead of a quote that no longer holds. Not inside the payment's transaction: that is undone. */
export async function requote(ctx: CheckoutContext, session: CheckoutSession, stale: Quote): Promise<Quote> {
  const frozen = await frozenQuote(ctx, session);
  if (frozen) return frozen;
  const request = { planId: stale.planId, voucher: stale.voucher ?? '' };
  const computed = await compute(ctx, ctx.db, session, request);
  const again = computed.ok ? computed : await compute(ctx, ctx.db, session, { planId: stale.planId, voucher: '' });
  return again.ok ? insertQuote(ctx, ctx.db, session.id, again.value) : stale;
}
