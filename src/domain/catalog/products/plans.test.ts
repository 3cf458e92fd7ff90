import { describe, expect, test } from 'vitest';
import type { Plan, Product } from './catalog.types.ts';
import { choosePlan, findPlan, offeredMethods } from './plans.ts';

const price = { amount: 1_872_000n, currency: 'MZN' as const };

function plan(code: string, planType: Plan['planType']): Plan {
  return {
    id: `id-${code}`,
    code,
    name: code,
    planType,
    market: 'MZ',
    price,
    standardPrice: price,
    cycles: 12,
    cyclePrice: { amount: 156_000n, currency: 'MZN' },
    methods: [
      { method: 'first', active: true, planId: `id-${code}-first` },
      { method: 'second', active: false, planId: `id-${code}-second` },
    ],
    installments: null,
    trial: null,
    ticketLot: null,
    profiles: [],
    bumps: [],
  };
}

const product: Product = {
  key: 'ms',
  code: 'course',
  slugs: [],
  keepsSlug: false,
  business: 'meusucesso',
  title: 'Course',
  description: null,
  plans: [plan('annual', 'yearly'), plan('half', 'semester')],
};

describe('the plan of a link', () => {
  test.each([
    ['nothing asked: the first', {}, 'annual'],
    ['by type', { planType: 'semester' }, 'half'],
    ['of a type that is not sold: none', { planType: 'monthly' }, undefined],
    ['by id', { planId: 'id-half' }, 'half'],
    ['by the id of one of its methods', { planId: 'id-half-first' }, 'half'],
    ['by an unknown id: none, whatever the type', { planId: 'id-none', planType: 'yearly' }, undefined],
  ])('%s', (_name, wanted, code) => {
    expect(choosePlan(product, wanted)?.code).toBe(code);
  });

  test('is found by id only when it exists', () => {
    expect(findPlan(product, 'id-annual')?.code).toBe('annual');
    expect(findPlan(product, 'annual')).toBeNull();
  });

  test('offers its active ways to pay only', () => {
    expect(offeredMethods(plan('annual', 'yearly')).map((method) => method.method)).toEqual(['first']);
  });
});
