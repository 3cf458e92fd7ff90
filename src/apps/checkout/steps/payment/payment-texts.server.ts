import type { Quote, QuoteInstallment } from '#src/domain/quotes/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { decimal, multiplyDecimals, rescale } from '#src/kernel/money/decimal.ts';
import { formatMoney, formatNumber } from '#src/kernel/money/format-money.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import type { OfferedInstallment } from './payment.types.ts';

/** A rate per month as people read it: `0.0199` → `1,99`. */
export function percentText(monthlyRate: string, locale: Locale): string {
  return formatNumber(rescale(multiplyDecimals(decimal(monthlyRate), decimal('100')), 2), locale);
}

/** Every way to split a price: number, value, and with interest also total and rate (CDC art. 52). */
export function installmentTexts(
  quote: Pick<Quote, 'currency' | 'installments'>,
  words: Translator,
  locale: Locale,
): OfferedInstallment[] {
  const text = (amount: bigint): string => formatMoney({ amount, currency: quote.currency }, locale);
  return quote.installments.map((option) => {
    const { count, tax } = option;
    const values = {
      count,
      value: text(option.value),
      total: text(option.total),
      rate: percentText(option.monthlyRate, locale),
    };
    const kind = count === 1 ? 'once' : tax > 0n ? 'interest' : 'free';
    const label = words(`payment.installment.${kind}`, values);
    return {
      count,
      label,
      short: words('payment.installment.short', values),
      terms: kind === 'interest' ? label : null,
    };
  });
}

/** The longest split that costs nothing more: chosen beforehand, since it is what the price is advertised with. */
export function longestFree(installments: readonly QuoteInstallment[]): number {
  return installments.reduce((best, { count, tax }) => (tax === 0n && count > best ? count : best), 1);
}
