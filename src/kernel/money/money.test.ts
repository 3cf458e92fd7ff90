import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locales } from '#src/kernel/locale/locale.ts';
import { splitUnits } from './split-units.ts';
import { decimal, divideHalfUp, rescale, twoDecimals } from './decimal.ts';
import { formatCount, formatMoney, formatNumber } from './format-money.ts';
import { unitsToJson } from './money-json.ts';
import { add, compare, currencies, isCurrency, money, subtract } from './money.ts';
import { multiply, percentage } from './multiply.ts';
import { moneyFromDecimal, parseMoney } from './parse-money.ts';
import { addTax, taxWithin } from './tax.ts';

const brl = (amount: bigint) => money(amount, 'BRL');
const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 15n });

test('a currency is known by its code, spelled as in ISO 4217', () => {
  expect(currencies.every((code) => isCurrency(code))).toBe(true);
  expect(['USD', 'brl', '', null, 986].some((code) => isCurrency(code))).toBe(false);
});

describe('arithmetic', () => {
  test('adds, subtracts and compares amounts of one currency', () => {
    expect(add(brl(10n), brl(20n))).toEqual(brl(30n));
    expect(subtract(brl(10n), brl(20n))).toEqual(brl(-10n));
    expect([compare(brl(1n), brl(2n)), compare(brl(2n), brl(2n)), compare(brl(3n), brl(2n))]).toEqual([-1, 0, 1]);
  });

  test('refuses to mix currencies', () => {
    const pen = money(1n, 'PEN');
    for (const mix of [() => add(brl(1n), pen), () => subtract(brl(1n), pen), () => compare(brl(1n), pen)]) {
      expect(mix).toThrow(TypeError);
    }
  });

  test('rounds half up, away from zero', () => {
    expect(rescale(decimal('1.005'), 2)).toBe(101n);
    expect(rescale(decimal('-1.005'), 2)).toBe(-101n);
    expect(divideHalfUp(5n, -2n)).toBe(-3n);
    expect(multiply(brl(1n), '0.5')).toEqual(brl(1n));
    expect(multiply(brl(9500n), '12')).toEqual(brl(114_000n));
    expect(percentage(brl(101n), '50')).toEqual(brl(51n));
    expect(percentage(brl(1000n), '12.55')).toEqual(brl(126n));
  });

  test.each(['', '.5', '1.', '1,5', '1e3', ' 1', '+1', '0x10', '9'.repeat(41)])('%j is not a decimal', (text) => {
    expect(() => decimal(text)).toThrow(RangeError);
  });

  test('never differs from the exact quotient by more than a half', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        (top, bottom) => {
          const twice = 2n * (divideHalfUp(top, bottom) * bottom - top);
          return twice >= -bottom && twice <= bottom;
        },
      ),
    );
  });
});

describe('splitting', () => {
  test('gives odd cents to the first parts', () => {
    expect(splitUnits(100n, 7)).toEqual([15n, 15n, 14n, 14n, 14n, 14n, 14n]);
  });

  test('parts sum to the whole, differ by a cent at most and never grow', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 1, max: 24 }), (total, count) => {
        const amounts = splitUnits(total, count);
        expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(total);
        expect(amounts).toHaveLength(count);
        expect(amounts.every((part, index) => index === 0 || part <= (amounts[index - 1] ?? 0n))).toBe(true);
        expect((amounts[0] ?? 0n) - (amounts.at(-1) ?? 0n)).toBeLessThanOrEqual(1n);
      }),
    );
  });

  test('refuses what cannot be split', () => {
    expect(() => splitUnits(1n, 0)).toThrow(RangeError);
    expect(() => splitUnits(1n, 1.5)).toThrow(RangeError);
    expect(() => splitUnits(-1n, 2)).toThrow(RangeError);
  });
});

describe('writing and reading', () => {
  test.each([
    [brl(114_000n), 'pt-BR', 'R$\u00a01.140,00'],
    [brl(-8550n), 'pt-BR', '\u2212R$\u00a085,50'],
    [brl(5n), 'pt-BR', 'R$\u00a00,05'],
    [brl(123_456_789n), 'pt-BR', 'R$\u00a01.234.567,89'],
    [money(156_000n, 'MZN'), 'pt-MZ', '1.560,00 MT'],
    [money(-8550n, 'MZN'), 'pt-MZ', '\u221285,50 MT'],
    [money(-114_000n, 'PEN'), 'es-PE', '\u2212S/\u00a01,140.00'],
    [money(114_000n, 'PEN'), 'es-PE', 'S/\u00a01,140.00'],
  ] as const)('%o in %s is %s', (value, locale, text) => {
    expect(formatMoney(value, locale)).toBe(text);
  });

  test('what is written is read back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.constantFrom(...currencies),
        fc.constantFrom(...locales),
        (amount, currency, locale) => {
          const value = money(amount, currency);
          expect(parseMoney(formatMoney(value, locale), currency, locale)).toEqual({ ok: true, value });
          expect(moneyFromDecimal(twoDecimals(amount), currency)).toEqual(value);
        },
      ),
    );
  });

  test('the bare number agrees with the machine for every locale', () => {
    const icu = { 'pt-BR': 'pt-BR', 'pt-MZ': 'pt-BR', 'es-PE': 'es-PE' };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.constantFrom(...locales), (cents, locale) => {
        const machine = new Intl.NumberFormat(icu[locale], { minimumFractionDigits: 2, useGrouping: 'always' });
        const text: `${number}` = `${BigInt(cents) / 100n}.${String(cents % 100).padStart(2, '0')}` as `${number}`;
        expect(formatNumber(BigInt(cents), locale)).toBe(machine.format(text));
      }),
    );
  });

  test.each(['', 'R$', '1.14,00', '1,140.00', '1140,0', '12.34.567,00', 'R$ R$ 1,00', '1,00 MT', '1'.repeat(33)])(
    '%j is no price',
    (text) => {
      expect(parseMoney(text, 'BRL', 'pt-BR')).toEqual({ ok: false, error: 'amount-malformed' });
    },
  );

  test('reads prices with and without marks', () => {
    expect(parseMoney(' 1140 ', 'BRL', 'pt-BR')).toEqual({ ok: true, value: brl(114_000n) });
    expect(parseMoney('1140,50', 'MZN', 'pt-MZ')).toEqual({ ok: true, value: money(114_050n, 'MZN') });
    expect(parseMoney('1,140.5', 'PEN', 'es-PE').ok).toBe(false);
  });
});

describe('JSON', () => {
  test('carries integers of minor units', () => {
    expect(unitsToJson(114_000n)).toBe(114_000);
    expect(() => unitsToJson(2n ** 53n)).toThrow(RangeError);
  });
});

describe('tax', () => {
  test('net and tax make the gross, added or taken out', () => {
    expect(addTax(money(10_000n, 'PEN'), '18')).toEqual({
      net: money(10_000n, 'PEN'),
      tax: money(1800n, 'PEN'),
      gross: money(11_800n, 'PEN'),
    });
    fc.assert(
      fc.property(anyAmount, (gross) => {
        const { net, tax } = taxWithin(money(gross, 'PEN'), '18');
        expect(net.amount + tax.amount).toBe(gross);
      }),
    );
    expect(taxWithin(money(11_800n, 'PEN'), '18').net.amount).toBe(10_000n);
  });
});

test.each([
  [0, 'pt-BR', '0'],
  [999, 'pt-BR', '999'],
  [24_500, 'pt-BR', '24.500'],
  [24_500, 'pt-MZ', '24.500'],
  [1_000_000, 'es-PE', '1,000,000'],
] as const)('%d things in %s are %s', (count, locale, text) => expect(formatCount(count, locale)).toBe(text));
