import { describe, expect, test } from 'vitest';
import { owedPrice, owedPriceOf } from './owed-price.ts';

const reais = (amount: bigint) => ({ amount, currency: 'BRL' as const });
type Priced = Parameters<typeof owedPrice>[0];
const year: Priced = { planId: 'year', price: reais(238_800n), firstPrice: null, next: null };
const free: Priced = { ...year, firstPrice: reais(219_696n) };
const chosen = (planId: string, amount: bigint): Pick<Priced, 'next'> => ({
  next: { planId, price: reais(amount), periodMonths: 6 },
});

describe('price of the owed billing period', () => {
  test.each([
    ['the price of the plan', year, 238_800n],
    ['after free time, what was agreed to then', free, 219_696n],
    ['of another plan that was chosen, what that costs', { ...year, ...chosen('half', 143_400n) }, 143_400n],
    ['the same in free time', { ...free, ...chosen('half', 143_400n) }, 143_400n],
    ['of the same plan at a price that was offered, that price', { ...free, ...chosen('year', 200_000n) }, 200_000n],
  ])('is %s', (_name, subscription, amount) => {
    expect(owedPrice(subscription)).toEqual(reais(amount));
    // Named by its plan it is no other sum.
    expect(owedPriceOf(subscription, subscription.next?.planId ?? 'year')).toEqual(reais(amount));
  });

  test('is known for the current plan, too, and for no plan that was not agreed to', () => {
    const both = { ...free, ...chosen('half', 143_400n) };
    expect(owedPriceOf(both, 'year')).toEqual(reais(219_696n));
    expect(owedPriceOf(both, 'two-years')).toBeNull();
  });
});
