import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import {
  choosePlan,
  discountPlan,
  type Plan,
  type Product,
  type Voucher,
  voucherKey,
} from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import { trialLinkKey } from '../flows/index.ts';
import { leadById } from '../leads/index.server.ts';
import type { CheckoutSession, SessionUpsell } from '../sessions/index.ts';
import { saveStepAnswers, sessionById } from '../sessions/index.server.ts';
import { planForSale } from '../tickets/index.server.ts';
import { hadTrial } from '../trials/index.server.ts';
import { isSameTrial } from '../../catalog/terms/index.ts';
import { findVoucher, type VoucherFailure } from '../../catalog/vouchers/index.server.ts';
import { chosenOffer, extrasOf, linkVoucher } from './chosen-offer.ts';
import { type ComputedQuote, computeQuote } from './compute-quote.ts';
import { priceWithTrial } from './price-with-trial.ts';
import { insertQuote, latestQuote, quoteById, quotedOrder } from './quote.repository.server.ts';
import type { Quote, QuoteLine } from './quote.types.ts';

/** What a link or a form asks to be priced; a missing value comes from the session's link. */
export interface QuoteRequest {
  readonly planId?: string;
  readonly planType?: string;
  /** An empty code removes the voucher. */
  readonly voucher?: string;
}

export type QuoteFailure = 'product-not-found' | 'plan-not-found' | 'tickets-sold-out' | VoucherFailure;

/** A quote that expires sooner than this is replaced before it is shown, so that the buyer has time to pay it. */
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
    isSameTrial(quote.trial, computed.trial)
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
  // A link's voucher that is not valid any more must not stop the purchase: the page shows the price without it.
  if (request.voucher === undefined) return ok(priced(null));
  return err({ code: voucher.error });
}

/** Reads the row again: this request may have removed the voucher itself, after it read its session. */
async function voucherOfLink(db: Db, session: CheckoutSession): Promise<string> {
  const code = session.link['voucher'];
  if (code === undefined) return '';
  return linkVoucher(code, (await sessionById(db, session.id))?.answers ?? session.answers);
}

/**
 * Whether this buyer's plan begins with its trial: their flow says so, and no person with their address, phone or document
 * had it before. A visitor without a lead may.
 */
async function mayStartTrial(
  { config }: Pick<CheckoutContext, 'config'>,
  db: Db,
  { link, answers, leadId, orderId, business, productCode }: CheckoutSession,
  plan: Plan,
): Promise<boolean> {
  if (!plan.trial || link[trialLinkKey] !== 'yes' || answers.withoutTrial === 'yes') return false;
  const lead = leadId === null ? null : await leadById(db, leadId);
  return lead === null || !(await hadTrial({ db, config }, { business, productCode }, lead, orderId));
}

/** The price of an upsell is its own: no link, voucher or other plan changes it. */
function computeUpsell(
  session: CheckoutSession,
  product: Product,
  { planId, basisPoints }: SessionUpsell,
): Result<ComputedQuote, { code: QuoteFailure }> {
  const plan = choosePlan(product, { planId });
  if (!plan || plan.market !== session.market) return err({ code: 'plan-not-found' });
  // An upsell has its own price: a trial would come on top of what is paid.
  const lowered = discountPlan(plan, basisPoints);
  const { lines, ...price } = computeQuote(product, lowered, null, extrasOf(lowered, session.answers));
  return ok({ ...price, lines: lines.map((line) => (line.kind === 'main' ? { ...line, kind: 'upsell' } : line)) });
}

/**
 * The price that this session is shown. The stored one is used while it is fresh and still what the catalog says;
 * otherwise a new one is written. Once money was received, the order's frozen price is the only one.
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

/** A link is opened again with every page: its voucher stays removed once the buyer removed it, until they type a code. */
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

/** The price of an order for which money was received or is reserved: nothing may change it. */
async function frozenQuote(ctx: CheckoutContext, session: CheckoutSession): Promise<Quote | null> {
  if (!session.orderId) return null;
  const order = await quotedOrder(ctx.db, session.orderId);
  if (!order || order.state === 'closed') return null;
  // A reserved part freezes the price as a captured one does.
  return order.state !== 'open' || order.isHeld ? quoteById(ctx.db, session.id, order.quoteId) : null;
}

/** The price to show instead of a quote that is not valid any more. Not inside the payment's transaction, which is undone. */
export async function requote(ctx: CheckoutContext, session: CheckoutSession, stale: Quote): Promise<Quote> {
  const frozen = await frozenQuote(ctx, session);
  if (frozen) return frozen;
  const request = { planId: stale.planId, voucher: stale.voucher ?? '' };
  const computed = await compute(ctx, ctx.db, session, request);
  const again = computed.ok ? computed : await compute(ctx, ctx.db, session, { planId: stale.planId, voucher: '' });
  return again.ok ? insertQuote(ctx, ctx.db, session.id, again.value) : stale;
}
