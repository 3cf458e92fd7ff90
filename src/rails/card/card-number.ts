import type { MessageKey } from '#src/kernel/validation/rule.types.ts';
import { passesLuhn } from '#src/kernel/validation/card/luhn.ts';
import { brandOf } from './brands.ts';

const longestTyped = 32;
const lengths = [14, 15, 16];

/** How a number is grouped, by its first digits: 4-6-5 for American Express, 4-6-4 for Diners of 14, else fours. */
export function cardNumberGroups(digits: string): readonly number[] {
  const brand = brandOf(digits);
  if (brand?.id === 'american_express') return [4, 6, 5];
  return brand?.id === 'diners' && digits.length <= 14 ? [4, 6, 4] : [4, 4, 4, 4];
}

/** A number with blanks between its groups: `3782 822463 10005`. */
export function formatCardNumber(digits: string): string {
  const groups: string[] = [];
  let at = 0;
  for (const size of cardNumberGroups(digits)) {
    groups.push(digits.slice(at, at + size));
    at += size;
  }
  return [...groups, digits.slice(at)].filter((group) => group !== '').join(' ');
}

/**
 * Whether a number, blanks aside, has a known brand, one of its lengths (14, 15 or 16) and a valid Luhn digit. A brand
 * is required because zeros pass Luhn too.
 */
export function isCardNumber(value: string): boolean {
  if (value.length > longestTyped) return false;
  const digits = value.replaceAll(/\s/g, '');
  const brand = brandOf(digits);
  return (
    brand !== null && lengths.includes(digits.length) && brand.lengths.includes(digits.length) && passesLuhn(digits)
  );
}

/** CARD_NUMBER. */
export function cardNumberRule(value: string): MessageKey | null {
  if (value.trim() === '') return 'validation.required';
  return isCardNumber(value) ? null : 'validation.card-number';
}
