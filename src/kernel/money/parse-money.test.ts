import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locales } from '#src/kernel/locale/locale.ts';
import { currencies, money } from './money.ts';
import { moneyFromDecimal, parseMoney } from './parse-money.ts';

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

describe('599.80 × 100, and every other sum of two decimals', () => {
  test('T-44 is read as 59980: no fraction of a machine is between the text and the minor units', () => {
    // What is lost elsewhere.
    expect(Math.trunc(599.8 * 100)).toBe(59_979);
    for (const [text, units] of [
      ['599.80', 59_980n],
      ['8.20', 820n],
      ['1.15', 115n],
      ['4.35', 435n],
      ['90071992547409.93', 9_007_199_254_740_993n],
    ] as const) {
      const read = { ok: true, value: money(units, 'BRL') };
      expect(moneyFromDecimal(text, 'BRL')).toEqual(read.value);
      expect(parseMoney(text.replace('.', ','), 'BRL', 'pt-BR')).toEqual(read);
      expect(parseMoney(text, 'BRL', 'es-PE')).toEqual(read);
    }
  });

  test('T-44 every sum up to ten million is what it says, by each reader', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 9 }), (units) => {
        const [whole, cents] = [Math.floor(units / 100), String(units % 100).padStart(2, '0')];
        const value = money(BigInt(units), 'BRL');
        expect(moneyFromDecimal(`${whole}.${cents}`, 'BRL')).toEqual(value);
        expect(parseMoney(`${whole},${cents}`, 'BRL', 'pt-BR')).toEqual({ ok: true, value });
        expect(parseMoney(`${whole}.${cents}`, 'BRL', 'es-PE')).toEqual({ ok: true, value });
      }),
      { numRuns: 2_000 },
    );
  });
});
