import { expect, test } from 'vitest';
import { countText, moneyText } from './money-text.ts';

test.each([
  [114_000, 'pt-BR', '1.140,00'],
  [114_000, 'es-PE', '1,140.00'],
  [114_000, 'en', '1,140.00'],
  [-5, 'pt-BR', '\u22120,05'],
  [0, 'en', '0.00'],
])('%d minor units in %s are %s', (units, locale, text) => expect(moneyText(units, locale)).toBe(text));

test('an amount among others has its currency before it', () => {
  expect(moneyText(-114_000, 'pt-BR', 'PEN')).toBe('PEN\u00a0\u22121.140,00');
});

test('a count has the marks of its language', () => {
  expect([countText(24_500, 'pt-BR'), countText(-24_500, 'en')]).toEqual(['24.500', '\u221224,500']);
});
