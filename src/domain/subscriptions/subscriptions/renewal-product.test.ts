import { describe, expect, test } from 'vitest';
import { course } from '#tests/support/worlds/domain-world.server.ts';
import { renewalProduct } from './renewal-product.ts';

describe('plans of a renewal', () => {
  test('are all plans of the product, as the specification maps them', () => {
    const mapped = renewalProduct(course);
    expect(mapped).toMatchObject({ name: 'Curso', code: 'course' });
    const [plan] = mapped.plans;
    expect(plan).toMatchObject({
      id: 'plan-year',
      amount: 114_000n,
      standardAmount: 114_000n,
      code: 'year',
      planName: 'Anual',
      planType: 'yearly',
      currency: 'BRL',
      paymentMethods: ['at-once', 'by-code'],
    });
    expect(plan?.installments).toHaveLength(12);
    expect(plan?.installments.at(-1)).toEqual({
      id: 12,
      value: 9_500n,
      standardValue: 9_500n,
      tax: 0n,
      totalValue: 114_000n,
    });
  });

  test('have no taxes, whatever a first purchase pays for its installments', () => {
    const [plan] = course.plans;
    if (!plan?.installments) throw new Error('The course has no installments');
    const dear = { ...plan, installments: { ...plan.installments, monthlyRate: '0.0299' } };
    const [mapped] = renewalProduct({ ...course, plans: [dear] }).plans;
    expect(mapped?.installments.every(({ tax, totalValue }) => tax === 0n && totalValue === 114_000n)).toBe(true);
  });

  test('without installments have one price', () => {
    const [plan] = course.plans;
    if (!plan) throw new Error('The course has no plan');
    expect(renewalProduct({ ...course, plans: [{ ...plan, installments: null }] }).plans[0]?.installments).toEqual([]);
  });
});
