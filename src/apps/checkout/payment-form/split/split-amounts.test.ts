import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, formatNumber } from '#src/kernel/money/format-money.ts';
import { locales } from '#src/kernel/locale/locale.ts';
import { currencies } from '#src/kernel/money/money.ts';
import { checkAmounts, partAmounts } from './split-amounts.ts';

const brl = { total: 119_990n, currency: 'BRL', locale: 'pt-BR' } as const;

test('a typed amount, in the page’s format, and its rest sum to the whole', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 300n, max: 10n ** 8n }),
      fc.constantFrom(...currencies),
      fc.constantFrom(...locales),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (total, currency, locale, percents, hasSymbol) => {
        const amounts = percents.map((percent) => (total * BigInt(percent)) / 100n || 1n);
        const typed = amounts.map((amount) =>
          hasSymbol ? formatMoney({ amount, currency }, locale) : formatNumber(amount, locale),
        );
        const parts = partAmounts(typed, { total, currency, locale });
        expect(parts.slice(0, -1)).toEqual(amounts);
        expect(parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n)).toBe(total);
      },
    ),
  );
});

describe('amounts that make no split', () => {
  test.each([
    ['', { 'p0.amount': 'payment.split.amount-invalid' }],
    ['abc', { 'p0.amount': 'payment.split.amount-invalid' }],
    ['0,50', { 'p0.amount': 'payment.split.amount-small' }],
    ['1.199,90', { 'p0.amount': 'payment.split.amount-large' }],
    ['1.199,00', { 'p0.amount': 'payment.split.amount-large' }],
    ['600', {}],
    ['R$ 600,00', {}],
  ])('%j', (typed, errors) => {
    expect(checkAmounts({ 'p0.amount': typed }, { parts: 2, ...brl })).toEqual(errors);
  });

  test.each([
    ['pt-BR', '1,494.00', { 'p0.amount': 'payment.split.amount-invalid' }],
    ['pt-MZ', '1,494', { 'p0.amount': 'payment.split.amount-invalid' }],
    ['es-PE', '1.494,00', { 'p0.amount': 'payment.split.amount-invalid' }],
    ['es-PE', '1.494', { 'p0.amount': 'payment.split.amount-invalid' }],
    ['es-PE', '1,494.00', {}],
  ] as const)('a reader of %s who types %s', (locale, typed, errors) => {
    for (const currency of currencies) {
      const sale = { parts: 2, total: 298_800n, currency, locale };
      expect([currency, checkAmounts({ 'p0.amount': typed }, sale)]).toEqual([currency, errors]);
    }
  });

  test('three parts leave the last what the first two do not take', () => {
    expect(partAmounts(['500,00', '199,90'], brl)).toEqual([50_000n, 19_990n, 50_000n]);
    const values = { 'p0.amount': '700,00', 'p1.amount': '499,90' };
    expect(checkAmounts(values, { parts: 3, ...brl })).toEqual({ 'p1.amount': 'payment.split.amount-large' });
  });
});
