import { markets } from '#src/kernel/locale/markets.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { isAreaCode } from './area-codes.ts';
import type { MessageKey } from './rule.types.ts';

/** The market whose rule a number without `+` follows. */
export interface PhoneContext {
  readonly market: Country;
}

const longest = 32;
const shortestInternational = 6;
const longestInternational = 16;
const allowed = /^\+?[\d\s().-]+$/;

const national: Readonly<Record<Country, (digits: string) => boolean>> = {
  BR: (digits) => /^\d{2}9\d{8}$/.test(digits) && isAreaCode(Number(digits.slice(0, 2))),
  MZ: (digits) => /^8[2-7]\d{7}$/.test(digits),
  PE: (digits) => /^9\d{8}$/.test(digits),
};

/**
 * PHONE: with `+`, an international number of at least 6 characters (the market's own code asks for the market's rule);
 * Peru 9 digits from 9; Mozambique 82–87 and 7 digits; Brazil an area code in use, a 9 and 8 digits. Blanks, dashes,
 * dots and brackets between the digits do not matter.
 */
export function phoneRule(value: string, { market }: PhoneContext): MessageKey | null {
  if (value.trim() === '') return 'validation.required';
  return toE164(value, { market }) === null ? 'validation.phone' : null;
}

/** The stored form of a number (`+5511961234567`), or null when `phoneRule` refuses it. */
export function toE164(value: string, { market }: PhoneContext): string | null {
  const typed = value.trim();
  if (typed.length > longest || !allowed.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, '');
  const { callingCode } = markets[market];
  if (!typed.startsWith('+')) return national[market](digits) ? `+${callingCode}${digits}` : null;
  if (digits.startsWith(callingCode)) return national[market](digits.slice(callingCode.length)) ? `+${digits}` : null;
  const length = digits.length + 1;
  const plausible = length >= shortestInternational && length <= longestInternational && !digits.startsWith('0');
  return plausible ? `+${digits}` : null;
}
