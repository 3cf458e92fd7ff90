import { checkVoucher, findPlan, type Product } from '#src/domain/catalog/products/index.ts';
import {
  type ChosenOffer,
  chosenOffer,
  type ComputedQuote,
  computeQuote,
  extrasOf,
  isMainLine,
  linkVoucher,
} from '#src/domain/checkout/quotes/index.ts';
import { planIntervalText, planTermsOf, planTermsText } from '#src/domain/subscriptions/mandates/index.ts';
import { priceWithTrial } from '#src/domain/checkout/quotes/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { planForSale } from '#src/domain/checkout/tickets/index.server.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import type { Translator } from '#src/ui/words/translator.ts';
import type { PageRequest } from '../framework/page.server.ts';

/** Contents of a summary besides the quote. */
interface SummaryDetails {
  readonly product?: Product;
  /** The plan's terms (`planTermsText`); absent where no plan begins. */
  readonly terms?: string | null;
  readonly description?: string | null;
  /** The payment is pending: installment options are not shown any more. */
  readonly isAwaited?: boolean;
  /** The captured and reserved parts and points, and the installment options of the rest, which is the amount due. */
  readonly covered?: {
    readonly parts: readonly { readonly label: string; readonly amount: bigint }[];
    readonly installments: ComputedQuote['installments'];
  } | null;
}

/** A quote's summary: formatted text in the buyer's language. */
export function quoteSummary(
  quote: ComputedQuote,
  words: Translator,
  locale: Locale,
  details: SummaryDetails = {},
): SummaryView {
  const text = (amount: bigint): string => formatMoney({ amount, currency: quote.currency }, locale);
  const title = quote.lines[0]?.title ?? '';
  const { covered = null } = details;
  const trial = trialText(quote, words, text);
  const isSplit = trial === null && !details.isAwaited;
  const installments = isSplit ? installmentsText(covered ?? quote, words, text) : null;
  const plan = details.product && findPlan(details.product, quote.planId);
  const standard = quote.lines.reduce((sum, line) => sum + line.standardAmount, 0n);
  return {
    title,
    description: details.description ?? null,
    total: text((covered?.parts ?? []).reduce((rest, { amount }) => rest - amount, quote.total)),
    detail: trial ?? installments ?? (covered ? null : cyclesText(quote, details.product, words, locale)),
    isDetailSplit: installments !== null,
    interval: plan ? planIntervalText(plan, words) : null,
    terms: details.terms ?? null,
    standard:
      covered === null && standard > quote.total && !quote.trial
        ? { amount: text(standard), saving: words('summary.saving', { value: text(standard - quote.total) }) }
        : null,
    lines: quote.lines.map((line) => {
      const amount = isMainLine(line) ? line.amount + quote.discount : line.amount;
      return {
        label: line.title,
        amount: text(amount),
        standardAmount: line.standardAmount > amount ? text(line.standardAmount) : null,
      };
    }),
    discount:
      quote.discount > 0n
        ? { label: words('summary.voucher', { code: quote.voucher ?? '' }), amount: text(-quote.discount) }
        : null,
    covered: covered && {
      parts: covered.parts.map(({ label, amount }) => ({ label, amount: text(-amount) })),
      rest: words('summary.rest'),
    },
  };
}

/** "18.720,00 MT a partir de 28/11/2026": the first charge after a trial; null without one. */
function trialText({ trial }: ComputedQuote, words: Translator, text: (amount: bigint) => string): string | null {
  return trial
    ? words('summary.trial', { amount: text(trial.amount), on: formatLocalDate(trial.firstChargeOn) })
    : null;
}

/** "ou 12x de R$ 95,00 sem juros": the longest option; null when there are no installments. */
export function installmentsText(
  quote: Pick<ComputedQuote, 'installments'>,
  words: Translator,
  text: (amount: bigint) => string,
): string | null {
  const longest = quote.installments.at(-1);
  if (!longest || longest.count < 2) return null;
  const values = { count: longest.count, value: text(longest.value) };
  return words(longest.tax > 0n ? 'summary.installments.interest' : 'summary.installments', values);
}

/** "12 meses de 1.560,00 MT": a total price for several months; null when a voucher or an addition changes it. */
function cyclesText(
  quote: ComputedQuote,
  product: Product | undefined,
  words: Translator,
  locale: Locale,
): string | null {
  const plan = product?.plans.find(({ id }) => id === quote.planId);
  if (!plan || plan.cycles < 2 || plan.price.amount !== quote.total) return null;
  return words('summary.cycles', { count: plan.cycles, value: formatMoney(plan.cyclePrice, locale) });
}

/**
 * What the link offers, with what was chosen so far, for steps before there is a quote: the same computation, nothing
 * stored. A voucher that no longer holds, or whose uses only the database can count, is decided when the quote is made.
 */
export async function offerSummary(request: PageRequest, session: CheckoutSession | null): Promise<SummaryView | null> {
  const { visit, view, words, ctx } = request;
  const paid = await linkQuote(request, session);
  const plan = paid && findPlan(visit.product, paid.planId);
  if (!paid || !plan) return null;
  // The price at the payment: whether the buyer had a trial before is known only there.
  const isFree = visit.flow.startsFree === true && session?.answers.withoutTrial !== 'yes';
  const today = marketDate(ctx.clock.now(), view.market);
  const people = extrasOf(plan, session?.answers ?? {}).profiles?.count ?? 1;
  const quote = isFree ? priceWithTrial(paid, plan, today, { people, voucher: null }) : paid;
  return quoteSummary(quote, words, view.locale, productDetails(request, quote));
}

/** The summary of the product and its plan, before the purchase. */
export function productDetails(
  request: Pick<PageRequest, 'ctx' | 'visit' | 'view' | 'words'>,
  quote: ComputedQuote,
): { readonly product: Product; readonly description: string | null; readonly terms: string | null } {
  const { product } = request.visit;
  return { product, description: product.description, terms: purchaseTerms(request, quote) };
}

/** The terms of a price that is paid today and its later charges; null when its plan is not sold any more. */
export function purchaseTerms(
  { ctx, visit, view, words }: Pick<PageRequest, 'ctx' | 'visit' | 'view' | 'words'>,
  quote: ComputedQuote,
): string | null {
  const plan = findPlan(visit.product, quote.planId);
  if (!plan) return null;
  const { brand, variant } = visit.brand;
  const everyTerm = quote.voucher !== null && ctx.catalog.voucher(brand, variant, quote.voucher)?.everyTerm === true;
  const today = marketDate(ctx.clock.now(), view.market);
  return planTermsText(planTermsOf(plan, quote, { today, everyTerm }), words, view.locale);
}

/**
 * The price by the link and the buyer's choices, for tickets that of the lot on sale; null when the link's plan is not
 * sold, or no ticket is left.
 */
export async function linkQuote(request: PageRequest, session: CheckoutSession | null): Promise<ComputedQuote | null> {
  const { visit, ctx } = request;
  const answers = session?.answers ?? {};
  const offer = chosenOffer(visit.product, visit.query.values, answers);
  if (!offer) return null;
  const from = { brand: visit.brand.brand, product: visit.product, orderId: session?.orderId ?? null };
  const plan = await planForSale(ctx, ctx.db, { ...from, plan: offer.plan });
  return plan && planQuote(request, plan === offer.plan ? offer : { plan, extras: extrasOf(plan, answers) }, session);
}

/** The price of a plan for this link: with its voucher, where it is valid for the plan and was not removed. */
export function planQuote(
  { visit, ctx }: PageRequest,
  { plan, extras }: ChosenOffer,
  session: CheckoutSession | null = null,
): ComputedQuote {
  const code = linkVoucher(visit.voucher, session?.answers ?? {});
  const voucher = code === '' ? null : ctx.catalog.voucher(visit.brand.brand, visit.brand.variant, code);
  const holds = voucher && checkVoucher(voucher, visit.product.code, plan, ctx.clock.now()).ok;
  return computeQuote(visit.product, plan, holds ? voucher : null, extras);
}
