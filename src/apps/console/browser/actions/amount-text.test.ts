import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyText } from '../parts/values/money-text.ts';
import { readAmount } from './amount-text.ts';

test.each([
  ['1.140,00', 114_000],
  ['1,140.00', 114_000],
  ['1140', 114_000],
  ['1140,5', 114_050],
  ['0,01', 1],
  ['1.140', 114_000],
  ['1.000.000,00', 100_000_000],
  [' 12 ', 1200],
])('the typed amount “%s” is %d minor units', (typed, units) => expect(readAmount(typed)).toBe(units));

test.each(['', '0', '0,00', '-1', '1,2,3', '12,345,6', 'abc', '1e3', '1,,0'])(
  'the typed amount “%s” is none',
  (typed) => expect(readAmount(typed)).toBeNull(),
);

test('an amount that is shown is read as the same amount, in every language', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_99 }), fc.constantFrom('pt-BR', 'es-PE', 'en'), (units, locale) => {
      expect(readAmount(moneyText(units, locale))).toBe(units);
    }),
  );
});
