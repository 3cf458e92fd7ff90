import { formatCount, formatNumber } from '#src/kernel/money/format-money.ts';
import { numberLocale } from './number-locale.ts';

/** U+2212: screen readers skip a hyphen, and it is as wide as a figure. */
const minus = '\u2212';

/** `−1.140,00`; `units` in minor units, an integer. With a currency, its code stands before: `BRL −1.140,00`. */
export function moneyText(units: number, locale: string, currency: string | null = null): string {
  const figure = `${units < 0 ? minus : ''}${formatNumber(BigInt(units), numberLocale(locale))}`;
  return currency === null ? figure : `${currency}\u00a0${figure}`;
}

/** `24.500`. */
export function countText(count: number, locale: string): string {
  return `${count < 0 ? minus : ''}${formatCount(Math.abs(count), numberLocale(locale))}`;
}
