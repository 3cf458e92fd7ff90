import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { course } from '#tests/support/worlds/domain-world.server.ts';
import type { OrderBump, Plan, Voucher } from '../../catalog/products/index.ts';
import { computeQuote } from './compute-quote.ts';

const [year] = course.plans;
if (!year) throw new Error('The course is sold');
const [kit] = year.bumps;
const [pair] = year.profiles;
if (!kit || !pair) throw new Error('The course has extras');
const real = (amount: bigint) => ({ amount, currency: 'BRL' as const });

function voucher(change: { amount: bigint } | { basisPoints: number }): Voucher {
  const terms = { code: 'less', limit: null, validFrom: null, validUntil: null, plans: null, products: null };
  return 'amount' in change
    ? { ...terms, kind: 'amount', amount: real(change.amount) }
    : { ...terms, kind: 'percent', basisPoints: change.basisPoints };
}

describe('a quote', () => {
  test('of the plan alone has one line', () => {
    const quote = computeQuote(course, year, null);
    expect(quote).toMatchObject({ total: 114_000n, discount: 0n, voucher: null });
    expect(quote.lines.map(({ kind }) => kind)).toEqual(['main']);
  });

  test('has a line for more people and one for each bump, and the total and its installments follow', () => {
    const quote = computeQuote(course, year, null, { profiles: pair, bumps: [kit] });
    expect(quote.lines).toMatchObject([
      { kind: 'main', amount: 114_000n },
      { kind: 'profiles', title: 'Mais um aluno', planId: 'plan-year', amount: 57_000n, standardAmount: 57_000n },
      { kind: 'order-bump', productCode: 'kit', planId: 'bump-kit', amount: 9_700n, standardAmount: 14_700n },
    ]);
    expect(quote.total).toBe(180_700n);
    expect(quote.installments.find(({ count }) => count === 12)).toMatchObject({ total: 180_700n, value: 15_059n });
  });

  test('keeps the prices of profiles and bumps when a voucher lowers the plan', () => {
    const extras = { profiles: pair, bumps: [kit] };
    const tenth = computeQuote(course, year, voucher({ basisPoints: 1000 }), extras);
    expect(tenth.lines.map(({ amount }) => amount)).toEqual([102_600n, 57_000n, 9_700n]);
    expect(tenth).toMatchObject({ discount: 11_400n, total: 169_300n });
    const all = computeQuote(course, year, voucher({ amount: 999_999_999n }), extras);
    expect(all).toMatchObject({ discount: 114_000n, total: 66_700n });
  });

  test('always sums to its lines, is never negative, and every split of it sums too', () => {
    const amount = fc.bigInt({ min: 1n, max: 1_000_000_000n });
    const bump = amount.map((price): OrderBump => ({ ...kit, price: real(price), standardPrice: real(price) }));
    const discount = fc.oneof(
      fc.constant(null),
      amount.map((off) => voucher({ amount: off })),
      fc.integer({ min: 1, max: 10_000 }).map((basisPoints) => voucher({ basisPoints })),
    );
    fc.assert(
      fc.property(amount, fc.option(amount), fc.array(bump, { maxLength: 4 }), discount, (price, more, bumps, off) => {
        const plan: Plan = { ...year, price: real(price), standardPrice: real(price) };
        const profiles = more === null ? null : { ...pair, price: real(price + more) };
        const quote = computeQuote(course, plan, off, { profiles, bumps });
        expect(quote.lines.reduce((sum, line) => sum + line.amount, 0n)).toBe(quote.total);
        expect(quote.lines.every((line) => line.amount >= 0n)).toBe(true);
        expect(quote.total + quote.discount).toBe(
          price + (more ?? 0n) + bumps.reduce((sum, one) => sum + one.price.amount, 0n),
        );
        expect(quote.installments.every((option) => option.total === quote.total)).toBe(true);
      }),
    );
  });
});
