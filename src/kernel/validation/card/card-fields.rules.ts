import { dateParts } from '#src/kernel/time/local-date.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { MessageKey } from '../rule.types.ts';

const yearsAhead = 10;

/** Month 1–12 and the full year. */
export interface CardExpiry {
  readonly month: number;
  readonly year: number;
}

/** Reads `MM/AA`, `M/AA` or `MM/AAAA` (blanks ignored); two-digit years become 20xx. Null when it is not a month. */
export function readCardExpiry(value: string): CardExpiry | null {
  const match = value.length <= 12 ? /^(\d{1,2})\/(\d{2}|\d{4})$/.exec(value.replaceAll(' ', '')) : null;
  if (!match) return null;
  const month = Number(match[1]);
  const year = Number(match[2]);
  return month >= 1 && month <= 12 ? { month, year: year < 100 ? 2000 + year : year } : null;
}

/**
 * CARD_EXPIRE_DATE: not before the current month, at most 10 years ahead counted by year. `today` is the day in the
 * market's zone: a card is good to the end of its month.
 */
export function cardExpiryRule(value: string, { today }: { readonly today: LocalDate }): MessageKey | null {
  if (value.trim() === '') return 'validation.required';
  const expiry = readCardExpiry(value);
  if (expiry === null) return 'validation.card-expiry';
  const now = dateParts(today);
  const past = expiry.year < now.year || (expiry.year === now.year && expiry.month < now.month);
  return past || expiry.year > now.year + yearsAhead ? 'validation.card-expiry' : null;
}

/** CARD_CVV: 3 or 4 digits, exactly `length` of them when the brand is known. */
export function cardCvvRule(value: string, { length }: { readonly length?: number } = {}): MessageKey | null {
  const typed = value.trim();
  if (typed === '') return 'validation.required';
  const good = /^\d{3,4}$/.test(typed) && (length === undefined || typed.length === length);
  return good ? null : 'validation.card-cvv';
}

/** CARD_COMPANY: a brand must be chosen; a complete number has a message of its own. */
export function cardBrandRule(
  value: string,
  { isNumberWhole = false }: { readonly isNumberWhole?: boolean } = {},
): MessageKey | null {
  if (value.trim() !== '') return null;
  return isNumberWhole ? 'validation.card-company-choice' : 'validation.card-company';
}
