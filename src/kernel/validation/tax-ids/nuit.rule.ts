import { weightedSum } from './check-digits.ts';
import type { MessageKey } from '../rule.types.ts';

const weights = [8, 9, 4, 5, 6, 7, 8, 9];

/** NUIT, Mozambique's tax number: 9 digits, blanks between groups of three allowed, mod 11 check digit (10 is written 1). */
export function isNuit(value: string): boolean {
  if (value.length > 11 || !/^\d{3} ?\d{3} ?\d{3}$/.test(value)) return false;
  const digits = value.replaceAll(' ', '');
  const rest = weightedSum(digits, weights) % 11;
  return Number(digits.charAt(8)) === (rest === 10 ? 1 : rest);
}

export function nuitRule(value: string): MessageKey | null {
  if (value.trim() === '') return 'validation.required';
  return isNuit(value.trim()) ? null : 'validation.nuit';
}
