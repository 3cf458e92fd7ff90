import { isRegion } from '#src/kernel/locale/regions.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { MessageKey } from './rule.types.ts';

const words = /^[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*$/u;

/** Longest values, in characters; banks that register slips take a street of 70 and a district or city of 50. */
export const addressLimits = { address: 70, district: 50, city: 50, country: 50, complement: 50, number: 20 } as const;

type AddressWords = 'address' | 'district' | 'city' | 'country';

/** Letters (with accents) and digits in words set apart by single spaces. */
export function isAlphanumericWords(value: string, longest: number): boolean {
  return value.length <= longest && words.test(value);
}

/** ADDRESS: street. */
export function addressRule(value: string): MessageKey | null {
  return wordsRule(value, 'address');
}

/** BAIRRO. */
export function districtRule(value: string): MessageKey | null {
  return wordsRule(value, 'district');
}

/** CIDADE. */
export function cityRule(value: string): MessageKey | null {
  return wordsRule(value, 'city');
}

/** PAIS. */
export function countryRule(value: string): MessageKey | null {
  return wordsRule(value, 'country');
}

/** COMPLEMENTO: as the street, and may be empty. */
export function complementRule(value: string): MessageKey | null {
  const typed = value.trim();
  return typed === '' || isAlphanumericWords(typed, addressLimits.complement) ? null : 'validation.complement';
}

/** NUMERO: not empty (`S/N` is a number too), 20 characters at most. */
export function numberRule(value: string): MessageKey | null {
  const typed = value.trim();
  return typed === '' || typed.length > addressLimits.number ? 'validation.number' : null;
}

/** ESTADO: not empty; with a market in the context, one of its states, provinces or departments. */
export function stateRule(value: string, { market }: { readonly market?: Country } = {}): MessageKey | null {
  const typed = value.trim();
  if (typed === '' || typed.length > addressLimits.city) return 'validation.state';
  return market === undefined || isRegion(market, typed) ? null : 'validation.state';
}

/**
 * Prepares an address line for its rule: marks between words (`Av. Brasil, 10`, `d'Oeste`, `Mogi-Guaçu`) become blanks, runs
 * of blanks one.
 */
export function normalizeAddress(value: string): string {
  return value
    .normalize('NFC')
    .replaceAll(/[\s.,;:/()'’°-]+/g, ' ')
    .trim();
}

function wordsRule(value: string, field: AddressWords): MessageKey | null {
  const typed = value.trim();
  if (typed === '') return 'validation.required';
  return isAlphanumericWords(typed, addressLimits[field]) ? null : `validation.${field}`;
}
