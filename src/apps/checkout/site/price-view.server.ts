import type { Plan } from '#src/domain/catalog/products/index.ts';
import type { ComputedQuote, QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { PriceView } from '#src/ui/offer/price-box.tsx';
import type { Translator } from '#src/ui/words/translator.ts';

/**
 * The price of an offer: by the longest installment option where there is one, else by month where the period has several,
 * else the total. The total is always shown beside it (CDC art. 52: number, value and total).
 */
export function priceView(quote: ComputedQuote, plan: Plan, words: Translator, locale: Locale): PriceView {
  const text = (amount: bigint): string => formatMoney({ amount, currency: quote.currency }, locale);
  const standard = quote.lines.reduce((sum, line) => sum + line.standardAmount, 0n);
  return {
    ...priceLines(quote, plan, words, text),
    standard: standard > quote.total ? text(standard) : null,
    saving: quote.discount > 0n ? words('offer.saving', { value: text(quote.discount) }) : null,
  };
}

/** A price per month of its period, rounded up: the months never add up to less than the total. */
export function perMonth(amount: bigint, { cycles }: Plan): bigint {
  return (amount + BigInt(cycles) - 1n) / BigInt(cycles);
}

function priceLines(
  quote: ComputedQuote,
  plan: Plan,
  words: Translator,
  text: (amount: bigint) => string,
): Pick<PriceView, 'main' | 'detail'> {
  const longest = quote.installments.at(-1);
  const total = text(quote.total);
  if (longest && longest.count > 1) {
    const withInterest = { total: text(longest.total), once: total };
    return {
      main: words('offer.installments', { count: longest.count, value: text(longest.value) }),
      detail: longest.tax > 0n ? words('offer.at-once.interest', withInterest) : words('offer.at-once', { total }),
    };
  }
  if (plan.cycles === 1) return { main: total, detail: null };
  return {
    main: words('offer.monthly', { value: text(perMonth(quote.total, plan)) }),
    detail: words('offer.term', { count: plan.cycles, total }),
  };
}

/** The longest option without interest: preselected, since the advertised price uses it. */
export function maxInterestFree(installments: readonly QuoteInstallment[]): number {
  return installments.reduce((best, { count, tax }) => (tax === 0n && count > best ? count : best), 1);
}
