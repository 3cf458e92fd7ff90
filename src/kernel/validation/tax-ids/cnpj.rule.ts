import { isRepeated, weightedSum } from './check-digits.ts';
import type { MessageKey } from '../rule.types.ts';

const shape = /^(?:[0-9A-Z]{12}\d{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2})$/;
const firstWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const secondWeights = [6, ...firstWeights];

/**
 * CNPJ, numeric or with letters in the first twelve places (Instrução Normativa RFB 2.229/2024): bare or in the mask
 * `AA.AAA.AAA/AAAA-00`, letters upper case, check digits right, not one character repeated nor a root and branch of zeros.
 */
export function isCnpj(value: string): boolean {
  if (value.length > 18 || !shape.test(value)) return false;
  const number = normalizeCnpj(value);
  if (isRepeated(number) || number.startsWith('0'.repeat(12))) return false;
  const { first, second } = cnpjCheckDigits(number.slice(0, 12));
  return number.endsWith(`${first}${second}`);
}

/** As `isCnpj`, in upper or lower case. */
export function cnpjRule(value: string): MessageKey | null {
  const typed = value.trim().toUpperCase();
  if (typed === '') return 'validation.required';
  return isCnpj(typed) ? null : 'validation.cnpj';
}

/** The stored form of 14 characters: upper case, without the mask. */
export function normalizeCnpj(value: string): string {
  return value.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}

/** Check digits of the first twelve characters; `firstSum` is the weighted sum behind the first one. */
export function cnpjCheckDigits(base: string): {
  readonly first: number;
  readonly second: number;
  readonly firstSum: number;
} {
  const firstSum = weightedSum(base, firstWeights);
  const first = checkDigit(firstSum);
  return { first, second: checkDigit(weightedSum(`${base}${first}`, secondWeights)), firstSum };
}

function checkDigit(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
