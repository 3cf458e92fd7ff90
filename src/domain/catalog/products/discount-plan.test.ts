import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { course } from '#tests/support/worlds/domain-world.server.ts';
import { discountPlan } from './plans.ts';

const [plan] = course.plans;
if (!plan) throw new Error('The course has no plan');

describe('an offer’s price', () => {
  test('between sister brands is half, and the old price is shown', () => {
    const half = discountPlan(plan, 5000);
    expect(half.price).toEqual({ amount: 57_000n, currency: 'BRL' });
    expect(half.standardPrice).toEqual({ amount: 114_000n, currency: 'BRL' });
    expect(half.cyclePrice.amount).toBe(4_750n);
    expect(half.profiles.map(({ price }) => price.amount)).toEqual([85_500n]);
  });

  test('without a reduction is the plan itself', () => {
    expect(discountPlan(plan, 0)).toBe(plan);
  });

  test('keeps an odd cent in the price, which is never zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.integer({ min: 1, max: 9999 }), (amount, basisPoints) => {
        const { price, cyclePrice } = discountPlan({ ...plan, price: { amount, currency: 'BRL' } }, basisPoints);
        expect(price.amount).toBeGreaterThan(0n);
        expect(price.amount).toBeLessThanOrEqual(amount);
        expect(price.amount * 10_000n).toBeGreaterThanOrEqual(amount * BigInt(10_000 - basisPoints));
        expect(cyclePrice.amount * BigInt(plan.cycles)).toBeGreaterThanOrEqual(price.amount);
      }),
    );
  });

  test.each([-1, 10_000, 1.5])('%d hundredths of a percent are refused', (basisPoints) => {
    expect(() => discountPlan(plan, basisPoints)).toThrow(RangeError);
  });
});
