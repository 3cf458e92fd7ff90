import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitUnits } from './split-units.ts';
import { decimal, divideHalfUp, rescale, twoDecimals } from './decimal.ts';
import { formatMoney, formatNumber } from './format-money.ts';
import { majorNumber } from './major-number.ts';
import { unitsToJson } from './money-json.ts';
import { add, currencies, money } from './money.ts';
import { multiply, percentage } from './multiply.ts';
import { parseMoney } from './parse-money.ts';
import { addTax, taxWithin } from './tax.ts';

const brl = (amount: bigint) => money(amount, 'BRL');
const malformed = { ok: false, error: 'amount-malformed' };

describe('nothing at all', () => {
  test('is split into nothings', () => {
    expect(splitUnits(0n, 3)).toEqual([0n, 0n, 0n]);
  });

  test('has no sign, whichever way it came about', () => {
    expect(twoDecimals(0n)).toBe('0.00');
    expect(formatNumber(0n, 'pt-BR')).toBe('0,00');
    expect(formatMoney(brl(0n), 'pt-BR')).toBe('R$\u00a00,00');
    expect([divideHalfUp(0n, -7n), divideHalfUp(0n, 7n), divideHalfUp(-1n, 3n)]).toEqual([0n, 0n, 0n]);
  });
});

describe('what cannot be reckoned is told by its reason', () => {
  test.each([0, -1, -2, 1.5, Number.NaN, Infinity, 2 ** 53])('%d parts', (count) => {
    expect(() => splitUnits(100n, count)).toThrow(`Cannot split into ${count} parts`);
  });

  test('less than nothing, weights that are none, another currency, a share of nothing', () => {
    expect(() => splitUnits(-1n, 2)).toThrow('A negative amount is not split');
    expect(() => add(brl(1n), money(1n, 'PEN'))).toThrow('Cannot mix BRL and PEN');
    expect(() => divideHalfUp(1n, 0n)).toThrow('Division by zero');
    expect(() => unitsToJson(-(2n ** 53n))).toThrow('Amount outside the safe range');
  });

  test('text that is no number, of which no more than its beginning is repeated', () => {
    expect(() => decimal('1,5')).toThrow('Not a decimal number: 1,5');
    expect(() => decimal('9'.repeat(41))).toThrow(new RangeError(`Not a decimal number: ${'9'.repeat(40)}`));
    expect(decimal('9'.repeat(40)).units).toBe(10n ** 40n - 1n);
  });

  test.each([' 1', '1 ', 'x1', '1x', '1.5x', '--1', '1.x', '1.2.3'])('%j is not a decimal', (text) => {
    expect(() => decimal(text)).toThrow(RangeError);
  });
});

describe('rounding', () => {
  test('is exact to the last half, on both sides of zero', () => {
    expect(['0.49', '0.5', '-0.49', '-0.5', '1.499', '12'].map((text) => rescale(decimal(text), 0))).toEqual([
      0n,
      1n,
      0n,
      -1n,
      1n,
      12n,
    ]);
    expect([rescale(decimal('1.5'), 1), rescale(decimal('1.5'), 4), rescale(decimal('-12'), 2)]).toEqual([
      15n,
      15_000n,
      -1200n,
    ]);
    expect([divideHalfUp(5n, 2n), divideHalfUp(-5n, 2n), divideHalfUp(-5n, -2n), divideHalfUp(4n, 3n)]).toEqual([
      3n,
      -3n,
      3n,
      1n,
    ]);
  });

  test('of a percentage is that of the same factor', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.nat(20_000), (amount, hundredths) => {
        const percent = twoDecimals(BigInt(hundredths));
        const factor = `${Math.trunc(hundredths / 10_000)}.${String(hundredths % 10_000).padStart(4, '0')}`;
        expect(percentage(brl(amount), percent)).toEqual(multiply(brl(amount), factor));
      }),
    );
  });
});

/** The language in which each market's own people read. */
const own = { BRL: 'pt-BR', MZN: 'pt-MZ', PEN: 'es-PE' } as const;

describe('reading', () => {
  test.each([
    ['BRL', 'R$ 1,00', 100n],
    ['BRL', '-R$ 1,00', -100n],
    ['BRL', '\u2212R$ 1,00', -100n],
    ['BRL', '12.345.678,90', 1_234_567_890n],
    ['BRL', '123.456', 12_345_600n],
    ['BRL', '1234567', 123_456_700n],
    ['MZN', '12.345.678,90 MT', 1_234_567_890n],
    ['MZN', '123.456 MT', 12_345_600n],
    ['MZN', '7,05', 705n],
    ['PEN', 'S/ 12,345,678.90', 1_234_567_890n],
    ['PEN', '123,456', 12_345_600n],
    ['PEN', '1140.50', 114_050n],
  ] as const)('%s %j', (currency, text, amount) => {
    expect(parseMoney(text, currency, own[currency])).toEqual({ ok: true, value: money(amount, currency) });
  });

  /** With a comma before the cents, and the sign where it may not stand. */
  const withComma = (sign: string): readonly string[] => [
    'x1',
    '1x',
    'x',
    '1-0',
    sign,
    '1.234,5',
    '1,234.50',
    '1234.567',
    '1.2345',
    '1.23',
    '.123',
    '1,',
    '1,x5',
    '1,0x',
    '1,000',
  ];
  const bad: Readonly<Record<(typeof currencies)[number], readonly string[]>> = {
    BRL: withComma('1R$'),
    MZN: withComma('MT1'),
    PEN: [
      'x1',
      '1x',
      'x',
      '1S/',
      '1,234.5',
      '1.234,50',
      '1234,567',
      '1,2345',
      '1,23',
      ',123',
      '1.',
      '1.x5',
      '1.0x',
      '1.000',
    ],
  };
  test.each(currencies.flatMap((currency) => bad[currency].map((text) => [currency, text] as const)))(
    '%s %j is no price',
    (currency, text) => expect(parseMoney(text, currency, own[currency])).toEqual(malformed),
  );

  test('ends at 32 characters, signs and blanks included', () => {
    expect(parseMoney('1'.repeat(32), 'BRL', 'pt-BR').ok).toBe(true);
    expect(parseMoney(` ${'1'.repeat(32)}`, 'BRL', 'pt-BR')).toEqual(malformed);
  });
});

describe('tax', () => {
  test('may have a fraction of a percent, added or taken out', () => {
    expect(addTax(money(10_000n, 'PEN'), '10.5').gross.amount).toBe(11_050n);
    expect(taxWithin(money(11_050n, 'PEN'), '10.5')).toEqual({
      ...{ net: money(10_000n, 'PEN'), tax: money(1050n, 'PEN'), gross: money(11_050n, 'PEN') },
    });
  });
});

test('whole units as a number, with their cents', () => {
  expect([114_000n, 114_050n, -5n].map(majorNumber)).toEqual([1140, 1140.5, -0.05]);
});
