import type { MessageKey } from '../rule.types.ts';

/** CARD_CVV: 3 or 4 digits, exactly `length` of them when the brand is known. */
export function cardCvvRule(value: string, { length }: { readonly length?: number } = {}): MessageKey | null {
  const typed = value.trim();
  if (typed === '') return 'validation.required';
  const good = /^\d{3,4}$/.test(typed) && (length === undefined || typed.length === length);
  return good ? null : 'validation.card-cvv';
}
