import { randomInt } from 'node:crypto';
import type { Country } from '#src/kernel/locale/locale.ts';

const figures = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** Documents of nobody's, by the rule of their country. */
export const makeDocument: Readonly<Record<Country, () => string>> = {
  /** CPF: eleven digits, the last two by mod 11. */
  BR() {
    const nine = figures(9);
    const ten = nine + cpfDigit(nine, 10);
    return ten + cpfDigit(ten, 11);
  },
  /** NUIT: nine digits, the last by mod 11, ten written as one. */
  MZ() {
    const eight = `1${figures(7)}`;
    const rest = [8, 9, 4, 5, 6, 7, 8, 9].reduce((sum, weight, at) => sum + weight * Number(eight[at]), 0) % 11;
    return eight + String(rest === 10 ? 1 : rest);
  },
  /** DNI: eight digits without a check, and none that a day is written with (`20261122`). */
  PE: () => `${randomInt(4, 8)}${figures(7)}`,
};

/** Digits of mobile phones, as they are typed in their country: São Paulo, Vodacom, any operator of Peru. */
export const makePhone: Readonly<Record<Country, () => string>> = {
  BR: () => `119${randomInt(5, 9)}${figures(7)}`,
  MZ: () => `84${figures(7)}`,
  PE: () => `9${figures(8)}`,
};

function cpfDigit(digits: string, weight: number): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weight - index), 0);
  const rest = (sum * 10) % 11;
  return String(rest === 10 ? 0 : rest);
}
