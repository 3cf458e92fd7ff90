import { describe, expect, test } from 'vitest';
import { locales } from '#src/kernel/locale/locale.ts';
import { currencies, money } from './money.ts';
import { parseMoney } from './parse-money.ts';

const malformed = { ok: false, error: 'amount-malformed' };
const withSymbol = {
  BRL: (text: string) => `R$ ${text}`,
  MZN: (text: string) => `${text} MT`,
  PEN: (text: string) => `S/ ${text}`,
};

describe.each(currencies.flatMap((currency) => locales.map((locale) => [locale, currency] as const)))(
  'what is typed in %s for %s is a sum as that language writes it, or none',
  (locale, currency) => {
    const [withComma, withPoint] = locale === 'es-PE' ? [malformed, null] : [null, malformed];
    test.each([
      ['1.494,00', 149_400n, withComma],
      ['1494,00', 149_400n, withComma],
      ['1.494', 149_400n, withComma],
      ['0,05', 5n, withComma],
      ['1,494.00', 149_400n, withPoint],
      ['1494.00', 149_400n, withPoint],
      ['1,494', 149_400n, withPoint],
      ['0.05', 5n, withPoint],
      ['1494', 149_400n, null],
      ['1,4', 0n, malformed],
      ['1.4', 0n, malformed],
      ['1,494,00', 0n, malformed],
      ['1.494.00', 0n, malformed],
    ] as const)('%s', (text, amount, refused) => {
      const read = refused ?? { ok: true, value: money(amount, currency) };
      expect(parseMoney(text, currency, locale)).toEqual(read);
      expect(parseMoney(withSymbol[currency](text), currency, locale)).toEqual(read);
    });
  },
);
