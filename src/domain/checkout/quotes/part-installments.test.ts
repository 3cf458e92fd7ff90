import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '#src/kernel/money/money.ts';
import { installmentOptions } from './installments.ts';
import { partInstallments } from './installments.ts';

const least = money(500n, 'BRL');

function quote(total: bigint, monthlyRate: string, max = 12) {
  const installments = installmentOptions(money(total, 'BRL'), { max, monthlyRate, minimum: least });
  return { total, currency: 'BRL' as const, installments };
}

describe('installments of a part of a price', () => {
  test('of the whole are the quote’s own', () => {
    const whole = quote(114_000n, '0.0199');
    expect(partInstallments(whole, 114_000n, least)).toBe(whole.installments);
  });

  test('are computed on the part, at the rate of the plan', () => {
    const part = partInstallments(quote(114_000n, '0.0199'), 60_000n, least);
    const alone = installmentOptions(money(60_000n, 'BRL'), { max: 12, monthlyRate: '0.0199', minimum: least });
    expect(part).toEqual(alone.map(({ standardValue: _standard, ...option }) => option));
    expect(part.at(-1)?.tax).toBeGreaterThan(0n);
  });

  test('below the plan’s minimum are not offered; one installment always is', () => {
    const counts = partInstallments(quote(114_000n, '0'), 1_600n, least).map(({ count }) => count);
    expect(counts).toEqual([1, 2, 3]);
    expect(partInstallments(quote(114_000n, '0'), 100n, least).map(({ count }) => count)).toEqual([1]);
  });

  test('of a plan that is not known any more keep to the least that its quote shows', () => {
    const counts = partInstallments(quote(6_000n, '0'), 2_000n, null).map(({ count }) => count);
    expect(counts).toEqual([1, 2, 3, 4]);
  });

  test('model: never more counts than the whole has, never less than the part, never a lesser installment', () => {
    const rates = fc.constantFrom('0', '0.0199', '0.0299');
    const amounts = fc.tuple(fc.bigInt(200n, 2_000_000n), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(amounts, rates, ([total, percent], rate) => {
        const whole = quote(total, rate);
        const principal = (total * BigInt(percent)) / 100n;
        fc.pre(principal > 0n);
        const offered = new Set(whole.installments.map(({ count }) => count));
        for (const option of partInstallments(whole, principal, least)) {
          expect(offered.has(option.count)).toBe(true);
          expect(option.total).toBe(principal + option.tax);
          expect(option.tax >= 0n && (option.count === 1 || option.total / BigInt(option.count) >= least.amount)).toBe(
            true,
          );
        }
      }),
    );
  });
});
