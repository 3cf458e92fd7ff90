import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { formatMoney, formatNumber } from '#src/kernel/money/format-money.ts';
import type { Money } from '#src/kernel/money/money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { PaymentContext } from '../payment-data.server.ts';
import type { OfferedMethod } from '../payment.types.ts';
import { readParts, suggestedPartAmount, type RequestedPart, partsParam, writeParts } from './split-query.ts';
import type { PaymentSplit } from './split.types.ts';

/** Most parts that the page itself links to; `pay` takes up to `mostParts`. */
const maxOfferedParts = 3;
/** Minimum amount of a split (minor units): each part must be at least 1.00. */
const minimumToSplit = 200n;

/** Address of the page with this split. */
export function splitAddress(
  { href }: Pick<PageRequest, 'href'>,
  { payment, choice }: PaymentContext['routes'],
  requestedParts: readonly RequestedPart[],
): string {
  return href(payment, { ...choice, [partsParam]: writeParts(requestedParts) });
}

/**
 * The links that split the price in two: two parts of the same method, where its copy names that (`method.<rail>.two`), and
 * the first two offered methods. Empty where no split is allowed.
 */
export function splitOffers(
  { request, routes }: PaymentContext,
  methods: readonly OfferedMethod[],
  due: bigint,
): readonly { readonly href: string; readonly label: string }[] {
  const [first, second] = methods;
  if (!first || due < minimumToSplit) return [];
  const { words } = request;
  const linkTo = (label: string, one: OfferedMethod, other: OfferedMethod) => ({
    href: splitAddress(request, routes, [
      { method: one.method, amount: null },
      { method: other.method, amount: null },
    ]),
    label,
  });
  const twice = methods.filter(({ rail }) => words.has(`method.${rail}.two`));
  return [
    ...twice.map((one) => linkTo(words(`method.${one.rail}.two`), one, one)),
    ...(second ? [linkTo(words('split.offer'), first, second)] : []),
  ];
}

/** The split of the address; null without a valid one. */
export function splitOf(context: PaymentContext, methods: readonly OfferedMethod[], due: bigint): PaymentSplit | null {
  const { request, session, quote, routes } = context;
  const wanted = readParts(request.rawQuery.get(partsParam));
  if (!wanted || due < minimumToSplit * BigInt(wanted.length - 1)) return null;
  const isOffered = ({ method }: RequestedPart): boolean => methods.some((one) => one.method === method);
  if (!wanted.every(isOffered)) return null;
  const { words } = request;
  const least = minimumInstallment(request, session, quote);
  const { locale } = request.view;
  const requestedParts = withAmounts(wanted, due);
  const last = requestedParts.length - 1;
  const one = (way: RequestedPart | undefined) => (way ? [{ method: way.method, amount: null }] : []);
  const more =
    requestedParts.length < maxOfferedParts ? [...requestedParts.flatMap(one), ...one(requestedParts.at(-1))] : null;
  return {
    parts: requestedParts.map(({ method, amount }, index) => ({
      title: words('split.part', { number: index + 1, of: requestedParts.length }),
      method,
      amount: index === last || amount === null ? null : formatNumber(amount, locale),
    })),
    total: unitsToJson(due),
    currency: quote.currency,
    locale,
    installments: quote.installments.map(({ count, monthlyRate }) => ({ count, monthlyRate })),
    minimumInstallment: least === null ? null : unitsToJson(least.amount),
    words: {
      legend: words('split.legend', { count: requestedParts.length }),
      way: words('split.way'),
      amount: words('split.amount', { symbol: symbolOf(quote.currency, locale) }),
      rest: words('split.rest'),
      sum: words('split.sum'),
      update: words('split.update'),
    },
    more: more && { href: splitAddress(request, routes, more), label: words('split.more') },
    whole: { href: request.href(routes.payment, { ...routes.choice }), label: words('split.whole') },
  };
}

/** The currency's sign in front of amounts. */
function symbolOf(currency: Quote['currency'], locale: PageRequest['view']['locale']): string {
  return formatMoney({ amount: 0n, currency }, locale).replaceAll(/[\d.,\s]/g, '');
}

/** Amounts for parts without one: equal shares in whole units; the last part takes the rest. */
function withAmounts(wanted: readonly RequestedPart[], due: bigint): readonly RequestedPart[] {
  const named = wanted.slice(0, -1).reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const isGood = named < due && wanted.slice(0, -1).every(({ amount }) => amount === null || amount >= 100n);
  const share = suggestedPartAmount(due, 100n / BigInt(wanted.length));
  return wanted.map(({ method, amount }, index) => ({
    method,
    amount: index === wanted.length - 1 ? null : isGood && amount !== null ? amount : share,
  }));
}

/** The plan's minimum installment; null when the plan is not sold any more or has none. */
export function minimumInstallment(
  { ctx }: Pick<PageRequest, 'ctx'>,
  session: CheckoutSession,
  quote: Quote,
): Money | null {
  const plans = ctx.catalog.product(session.brand, session.variant, quote.productCode)?.plans;
  return plans?.find(({ id }) => id === quote.planId)?.installments?.minimum ?? null;
}
