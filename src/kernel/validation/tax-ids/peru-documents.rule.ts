import { isRepeated, weightedSum } from './check-digits.ts';
import type { MessageKey } from '../rule.types.ts';

const dniWeights = [3, 2, 7, 6, 5, 4, 3, 2];
const dniCheckDigits = '65432110987';
const dniCheckLetters = 'KJIHGFEDCBA';
const rucWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** DNI: 8 digits with their leading zeros, not one digit repeated. */
export function isDni(value: string): boolean {
  return value.length === 8 && /^\d{8}$/.test(value) && !isRepeated(value);
}

/**
 * Reads a DNI as printed on the card, with or without its ninth check character (digit or letter, RENIEC): the bare
 * number when it is valid, else null.
 */
export function readDni(value: string): string | null {
  if (value.length > 10) return null;
  const match = /^(\d{8})(?:-?([\dA-K]))?$/.exec(value.toUpperCase());
  const dni = match?.[1];
  if (dni === undefined || isRepeated(dni)) return null;
  const check = match?.[2];
  if (check === undefined) return dni;
  const index = weightedSum(dni, dniWeights) % 11;
  return check === dniCheckDigits.charAt(index) || check === dniCheckLetters.charAt(index) ? dni : null;
}

export function dniRule(value: string): MessageKey | null {
  if (value.trim() === '') return 'validation.required';
  return isDni(value.trim()) ? null : 'validation.dni';
}

/** Carné de extranjería: 9 letters or digits, not one character repeated. */
export function ceRule(value: string): MessageKey | null {
  const typed = value.trim().toUpperCase();
  if (typed === '') return 'validation.required';
  return typed.length === 9 && /^[0-9A-Z]{9}$/.test(typed) && !isRepeated(typed) ? null : 'validation.ce';
}

/** RUC: 11 digits from 10, 15, 17 or 20, with SUNAT's mod 11 check digit. */
export function isRuc(value: string): boolean {
  if (value.length !== 11 || !/^(?:10|15|17|20)\d{9}$/.test(value)) return false;
  return Number(value.charAt(10)) === (11 - (weightedSum(value, rucWeights) % 11)) % 10;
}

export function rucRule(value: string): MessageKey | null {
  if (value.trim() === '') return 'validation.required';
  return isRuc(value.trim()) ? null : 'validation.ruc';
}
