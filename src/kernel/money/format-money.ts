import type { Locale } from '#src/kernel/locale/locale.ts';
import { magnitude } from './decimal.ts';
import type { Currency, Money } from './money.ts';

/**
 * Position of each symbol, with the blank beside it. Not from ICU, which prints another symbol for the metical and differs
 * between machines. U+00A0 keeps symbol and number on one line; the metical's blank is a plain space.
 */
const symbols: Record<Currency, { readonly before: string; readonly after: string }> = {
  BRL: { before: 'R$\u00a0', after: '' },
  PEN: { before: 'S/\u00a0', after: '' },
  MZN: { before: '', after: ' MT' },
};

const marks: Record<Locale, { readonly thousands: string; readonly decimal: string }> = {
  'pt-BR': { thousands: '.', decimal: ',' },
  'pt-MZ': { thousands: '.', decimal: ',' },
  'es-PE': { thousands: ',', decimal: '.' },
};

/**
 * Prints an amount for a buyer: `R$ 1.140,00`, `1.560,00 MT`, `S/ 1,140.00`. A negative amount begins with a true minus:
 * screen readers skip a hyphen.
 */
export function formatMoney(value: Money, locale: Locale): string {
  const { before, after } = symbols[value.currency];
  return `${value.amount < 0n ? '\u2212' : ''}${before}${formatNumber(value.amount, locale)}${after}`;
}

/** The bare number without sign and symbol: 114000 → `1.140,00`. */
export function formatNumber(amount: bigint, locale: Locale): string {
  const digits = magnitude(amount).toString().padStart(3, '0');
  return `${inGroups(digits.slice(0, -2), locale)}${marks[locale].decimal}${digits.slice(-2)}`;
}

/** A count, not negative: 24500 → `24.500`. */
export function formatCount(count: number, locale: Locale): string {
  return inGroups(String(count), locale);
}

function inGroups(digits: string, locale: Locale): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, marks[locale].thousands);
}
