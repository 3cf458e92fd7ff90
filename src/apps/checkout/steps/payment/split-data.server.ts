import type { Quote } from '#src/domain/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { formatMoney, formatNumber } from '#src/kernel/money/format-money.ts';
import type { Money } from '#src/kernel/money/money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { PageRequest } from '../../web/page.server.ts';
import type { PaymentFacts } from './payment-data.server.ts';
import type { OfferedMethod } from './payment.types.ts';
import { readWays, suggestedPart, type WantedWay, waysName, writeWays } from './split-query.ts';
import type { PaymentSplit } from './split.types.ts';

/** The page itself leads to no more parts than that; `pay` takes up to `mostParts`. */
const mostOffered = 3;
/** Below this (minor units) nothing is offered in parts: each part must be at least 1.00. */
const leastToSplit = 200n;

/** Address of the page with the price divided so. */
export function splitAddress(
  { href }: Pick<PageRequest, 'href'>,
  { payment, choice }: PaymentFacts['places'],
  ways: readonly WantedWay[],
): string {
  return href(payment, { ...choice, [waysName]: writeWays(ways) });
}

/**
 * Where the price is divided into two parts: in two of the same method, where that is worth naming (`method.<rail>.two`), and
 * in the first two that are offered. Nothing where it may not be divided.
 */
export function splitOffers(
  { request, places }: PaymentFacts,
  methods: readonly OfferedMethod[],
  due: bigint,
): readonly { readonly href: string; readonly label: string }[] {
  const [first, second] = methods;
  if (!first || due < leastToSplit) return [];
  const { words } = request;
  const linkTo = (label: string, one: OfferedMethod, other: OfferedMethod) => ({
    href: splitAddress(request, places, [
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

/** The price in the parts that the address asks for; null when it asks for none that may be. */
export function splitOf(facts: PaymentFacts, methods: readonly OfferedMethod[], due: bigint): PaymentSplit | null {
  const { request, session, quote, places } = facts;
  const wanted = readWays(request.rawQuery.get(waysName));
  if (!wanted || due < leastToSplit * BigInt(wanted.length - 1)) return null;
  const isOffered = ({ method }: WantedWay): boolean => methods.some((one) => one.method === method);
  if (!wanted.every(isOffered)) return null;
  const { words } = request;
  const least = leastInstallment(request, session, quote);
  const { locale } = request.view;
  const ways = withAmounts(wanted, due);
  const last = ways.length - 1;
  const one = (way: WantedWay | undefined) => (way ? [{ method: way.method, amount: null }] : []);
  const more = ways.length < mostOffered ? [...ways.flatMap(one), ...one(ways.at(-1))] : null;
  return {
    parts: ways.map(({ method, amount }, index) => ({
      title: words('split.part', { number: index + 1, of: ways.length }),
      method,
      amount: index === last || amount === null ? null : formatNumber(amount, locale),
    })),
    total: unitsToJson(due),
    currency: quote.currency,
    locale,
    installments: quote.installments.map(({ count, monthlyRate }) => ({ count, monthlyRate })),
    leastInstallment: least === null ? null : unitsToJson(least.amount),
    words: {
      legend: words('split.legend', { count: ways.length }),
      way: words('split.way'),
      amount: words('split.amount', { symbol: symbolOf(quote.currency, locale) }),
      rest: words('split.rest'),
      sum: words('split.sum'),
      update: words('split.update'),
    },
    more: more && { href: splitAddress(request, places, more), label: words('split.more') },
    whole: { href: request.href(places.payment, { ...places.choice }), label: words('split.whole') },
  };
}

/** The sign that amounts of a currency are shown with. */
function symbolOf(currency: Quote['currency'], locale: PageRequest['view']['locale']): string {
  return formatMoney({ amount: 0n, currency }, locale).replaceAll(/[\d.,\s]/g, '');
}

/** Amounts for the parts that were given none: equal shares in whole units; what is left belongs to the last. */
function withAmounts(wanted: readonly WantedWay[], due: bigint): readonly WantedWay[] {
  const named = wanted.slice(0, -1).reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const isGood = named < due && wanted.slice(0, -1).every(({ amount }) => amount === null || amount >= 100n);
  const share = suggestedPart(due, 100n / BigInt(wanted.length));
  return wanted.map(({ method, amount }, index) => ({
    method,
    amount: index === wanted.length - 1 ? null : isGood && amount !== null ? amount : share,
  }));
}

/** The plan's least installment; null when the plan is not sold any more or names none. */
export function leastInstallment(
  { ctx }: Pick<PageRequest, 'ctx'>,
  session: CheckoutSession,
  quote: Quote,
): Money | null {
  const plans = ctx.catalog.product(session.brand, session.variant, quote.productCode)?.plans;
  return plans?.find(({ id }) => id === quote.planId)?.installments?.minimum ?? null;
}
