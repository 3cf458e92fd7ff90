import type { Locale } from '#src/kernel/locale/locale.ts';
import { decimal, multiplyDecimals, rescale } from '#src/kernel/money/decimal.ts';
import { formatMoney, formatNumber } from '#src/kernel/money/format-money.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { installmentGroups } from './installments.ts';
import type { QuoteInstallment } from './quote.types.ts';

/** Finds a text by its key and fills it in; in the reader's language. */
export type Say = (key: string, values?: Readonly<Record<string, string>>) => string;

/** A rate per month as people read it: `0.0199` → `1,99`. */
export function percentText(monthlyRate: string, locale: Locale): string {
  return formatNumber(rescale(multiplyDecimals(decimal(monthlyRate), decimal('100')), 2), locale);
}

/** One way to split a price as its buyer reads it: `label` has number and value, and with interest also total and rate (CDC art. 52). */
export function installmentLabel(
  { count, tax, value, total, monthlyRate }: QuoteInstallment,
  currency: Currency,
  say: Say,
  locale: Locale,
): { readonly label: string; readonly short: string; readonly hasInterest: boolean } {
  const text = (amount: bigint): string => formatMoney({ amount, currency }, locale);
  const values = {
    count: String(count),
    value: text(value),
    total: text(total),
    rate: percentText(monthlyRate, locale),
  };
  const hasInterest = count > 1 && tax > 0n;
  const isUneven = installmentGroups({ count, total }).length > 1;
  const free = isUneven ? 'up-to' : 'free';
  const kind = count === 1 ? 'once' : hasInterest ? 'interest' : free;
  return {
    label: say(`payment.installment.${kind}`, values),
    short: say('payment.installment.short', values),
    hasInterest,
  };
}
