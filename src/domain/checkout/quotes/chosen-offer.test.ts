import { describe, expect, test } from 'vitest';
import { course } from '#tests/support/worlds/domain-world.server.ts';
import type { Product } from '../../catalog/products/index.ts';
import { chosenOffer } from './chosen-offer.ts';

const [year] = course.plans;
if (!year) throw new Error('The course is sold');
const half = { ...year, id: 'plan-half', code: 'half', planType: 'semester' as const, profiles: [], bumps: [] };
const product: Product = { ...course, plans: [year, half] };

describe('the chosen offer', () => {
  test.each([
    ['the first plan when nothing was said', {}, {}, {}, 'year'],
    ['the plan that was chosen on a step', {}, { planId: 'plan-half' }, {}, 'half'],
    ['the plan of the link, whatever was chosen', { offer: 'plan-year' }, { planId: 'plan-half' }, {}, 'year'],
    ['the plan that is wished for, before the link', { planId: 'plan-year' }, {}, { planId: 'plan-half' }, 'half'],
    ['a wished type of plan, before what was chosen', {}, { planId: 'plan-year' }, { planType: 'semester' }, 'half'],
    ['the first plan when what was chosen is no longer sold', {}, { planId: 'plan-gone' }, {}, 'year'],
  ])('%s', (_name, link, answers, request, code) => {
    expect(chosenOffer(product, link, answers, request)?.plan.code).toBe(code);
  });

  test('is null when the link names a plan that is not sold', () => {
    expect(chosenOffer(product, { offer: 'plan-gone' }, {})).toBeNull();
  });

  test('has the profiles and order bumps that were chosen and that the plan has', () => {
    const extras = chosenOffer(product, {}, { profiles: 2, orderBumps: ['kit', 'gone'] })?.extras;
    expect(extras?.profiles?.count).toBe(2);
    expect(extras?.bumps.map(({ code }) => code)).toEqual(['kit']);
  });

  test('has none where the plan has none, and for the buyer alone', () => {
    const none = { profiles: null, bumps: [] };
    expect(chosenOffer(product, { offer: 'plan-half' }, { profiles: 2, orderBumps: ['kit'] })?.extras).toEqual(none);
    expect(chosenOffer(product, {}, { profiles: 1, orderBumps: [] })?.extras).toEqual(none);
  });
});
