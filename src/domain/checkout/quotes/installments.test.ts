import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '#src/kernel/money/money.ts';
import {
  installmentGroups,
  installmentOptions,
  installmentParts,
  maxInstallments,
  priceInstallment,
} from './installments.ts';

const annual = money(114_000n, 'BRL');
const total = (parts: readonly bigint[]) => parts.reduce((sum, part) => sum + part, 0n);

describe('without interest', () => {
  test('the annual plan is 12 of R$ 95,00', () => {
    const options = installmentOptions(annual, { max: 12 });
    expect(options.map(({ count }) => count)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(options.at(-1)).toEqual({
      count: 12,
      value: 9500n,
      standardValue: 9500n,
      tax: 0n,
      total: 114_000n,
      monthlyRate: '0',
    });
  });

  test('a voucher shows beside the list price', () => {
    const option = installmentOptions(money(102_000n, 'BRL'), { max: 12 }, annual).at(-1);
    expect(option).toMatchObject({ value: 8500n, standardValue: 9500n, total: 102_000n });
  });

  test('T-43 559.30 in three is 186.44, 186.43 and 186.43: no cent is lost', () => {
    const option = installmentOptions(money(55_930n, 'BRL'), { max: 3 }).at(-1);
    expect(option && installmentParts(option)).toEqual([18_644n, 18_643n, 18_643n]);
  });

  test('T-43 parts sum to the total for every price and number', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: maxInstallments }),
        (price, max) => {
          for (const option of installmentOptions(money(price, 'BRL'), { max })) {
            const parts = installmentParts(option);
            expect(total(parts)).toBe(option.total);
            expect(option).toMatchObject({ total: price, tax: 0n, value: parts[0] });
            expect(parts).toHaveLength(option.count);
          }
        },
      ),
    );
  });

  test('equal installments stand together, the larger ones first, and all of them make the total', () => {
    expect(installmentGroups({ count: 7, total: 114_000n })).toEqual([
      { count: 5, value: 16_286n },
      { count: 2, value: 16_285n },
    ]);
    fc.assert(
      fc.property(fc.bigInt({ min: 100n, max: 10n ** 12n }), fc.integer({ min: 1, max: 100 }), (price, count) => {
        const groups = installmentGroups({ count, total: price });
        expect(groups.length).toBeLessThanOrEqual(2);
        expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(count);
        expect(total(groups.map((group) => group.value * BigInt(group.count)))).toBe(price);
        const [first, rest = first] = groups;
        expect([0n, 1n]).toContain((first?.value ?? 0n) - (rest?.value ?? 0n));
      }),
    );
  });

  test('stops at the least installment, but always offers the price at once', () => {
    const minimum = money(500n, 'BRL');
    expect(installmentOptions(money(1700n, 'BRL'), { max: 12, minimum }).map(({ count }) => count)).toEqual([1, 2, 3]);
    expect(installmentOptions(money(1499n, 'BRL'), { max: 12, minimum }).map(({ count }) => count)).toEqual([1, 2]);
    expect(installmentOptions(money(100n, 'BRL'), { max: 12, minimum }).map(({ count }) => count)).toEqual([1]);
    expect(installmentOptions(money(0n, 'BRL'), { max: 12 })).toHaveLength(1);
    expect(installmentOptions(annual, { max: 0 })).toHaveLength(1);
  });
});

describe('Tabela Price', () => {
  test.each([
    [114_000n, '0.0199', 12, 10_773n],
    [114_000n, '0.0299', 12, 11_446n],
    [1_000_000n, '0.10', 4, 315_471n],
    [8_000_000n, '0.01', 8, 1_045_522n],
    [10_000_000n, '0.01', 180, 120_017n],
    [100n, '0', 3, 33n],
  ])('%i at %s in %i is %i', (principal, rate, count, value) => {
    expect(priceInstallment(principal, rate, count)).toBe(value);
  });

  test('interest begins after the free ones and is shown apart', () => {
    const options = installmentOptions(annual, { max: 12, monthlyRate: '0.0199', interestFreeUpTo: 6 });
    expect(options[5]).toMatchObject({ count: 6, tax: 0n, total: 114_000n, monthlyRate: '0' });
    expect(options[11]).toEqual({
      count: 12,
      value: 10_773n,
      standardValue: 10_773n,
      tax: 15_276n,
      total: 129_276n,
      monthlyRate: '0.0199',
    });
    expect(installmentOptions(annual, { max: 2, monthlyRate: '0.0199' }).map(({ tax }) => tax)).toEqual([0n, 3414n]);
  });

  test('pays the debt off to within the rounding, and parts sum to the total', () => {
    const rates = fc.constantFrom('0.0001', '0.0099', '0.0199', '0.0299', '0.1', '0.1234567');
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        rates,
        fc.integer({ min: 2, max: maxInstallments }),
        (price, monthlyRate, max) => {
          for (const option of installmentOptions(money(price, 'BRL'), { max, monthlyRate })) {
            expect(total(installmentParts(option))).toBe(option.total);
            expect(option.total).toBe(price + option.tax);
            expect(option.tax).toBeGreaterThanOrEqual(0n);
          }
        },
      ),
    );
  });

  test('agrees with paying month by month', () => {
    const value = priceInstallment(114_000n, '0.0199', 12);
    const scale = 10_000n;
    let debt = 114_000n * scale ** 12n;
    for (let month = 0; month < 12; month += 1) debt = (debt * (scale + 199n)) / scale - value * scale ** 12n;
    const cents = debt / scale ** 12n;
    expect(cents).toBeGreaterThanOrEqual(-7n);
    expect(cents).toBeLessThanOrEqual(7n);
  });

  test('refuses impossible terms', () => {
    expect(() => priceInstallment(1n, '-0.01', 2)).toThrow(RangeError);
    expect(() => priceInstallment(1n, '0.01', 0)).toThrow(RangeError);
    expect(() => installmentOptions(annual, { max: 25 })).toThrow(RangeError);
    expect(() => installmentOptions(money(-1n, 'BRL'), { max: 2 })).toThrow(RangeError);
  });
});
