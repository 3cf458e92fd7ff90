import { isRepeated, weightedSum } from './check-digits.ts';
import type { MessageKey } from '../rule.types.ts';

const shape = /^(?:\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})$/;
const firstWeights = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const secondWeights = [11, ...firstWeights];

/** CPF: bare or in the mask `000.000.000-00`, both check digits right, not one digit repeated (Receita Federal). */
export function isCpf(value: string): boolean {
  if (value.length > 14 || !shape.test(value)) return false;
  const digits = value.replaceAll(/\D/g, '');
  if (isRepeated(digits)) return false;
  return digits.endsWith(`${checkDigit(digits, firstWeights)}${checkDigit(digits, secondWeights)}`);
}

export function cpfRule(value: string): MessageKey | null {
  if (value.trim() === '') return 'validation.required';
  return isCpf(value.trim()) ? null : 'validation.cpf';
}

function checkDigit(digits: string, weights: readonly number[]): number {
  const rest = weightedSum(digits, weights) % 11;
  return rest < 2 ? 0 : 11 - rest;
}
