import type { Plan } from '#src/domain/catalog/products/index.ts';
import type { ComputedQuote, QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { PriceView } from '#src/ui/offer/price-box.tsx';
import type { Translator } from '#src/ui/words/translator.ts';

/**
 * A price as an offer shows it: by the longest split where it may be split, else by the month where the term has several,
 * else at once. What it comes to always stands beside it (CDC art. 52: number, value and total).
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

/** What a price comes to by the month of its term, rounded up: so many of these are never less than the whole. */
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

/** The longest split that costs nothing more: chosen beforehand, since it is what the price is advertised with. */
export function maxInterestFree(installments: readonly QuoteInstallment[]): number {
  return installments.reduce((best, { count, tax }) => (tax === 0n && count > best ? count : best), 1);
}
