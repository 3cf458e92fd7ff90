import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { offeredMethods } from '#src/domain/catalog/products/index.ts';
import { regions } from '#src/kernel/locale/regions.ts';
import type { Brand } from '../brand.types.ts';
import { findBrandForLink } from './find-brand.server.ts';
import { findUpsell } from './find-upsell.server.ts';
import { loadBrands } from './load-brands.server.ts';

const dir = path.resolve(import.meta.dirname, '../../../brands');
const loaded = loadBrands({ dir, environment: 'test', sandboxOrigin: 'http://127.0.0.1:3002' });
if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
const registry = loaded.value;

function brandOf(id: string): Brand {
  const brand = registry.byId.get(id);
  if (!brand) throw new Error(`no brand ${id}`);
  return brand;
}

describe('plans of the type recurrency', () => {
  test('are sold by two brands, month by month, and go on', () => {
    const sold = registry.brands.flatMap(({ id, products }) =>
      products.flatMap(({ plans }) =>
        plans.filter(({ planType }) => planType === 'recurrency').map((plan) => [id, plan]),
      ),
    );
    expect(sold).toMatchObject([
      ['powerhouse', { code: 'recurrency', cycles: 1, price: { amount: 54_900n }, installments: null }],
      ['wiser', { code: 'recurrency', cycles: 1, price: { amount: 12_900n }, installments: null }],
    ]);
  });

  test('are chosen by a link’s planType; of a brand that sells none, there is no such offer', () => {
    const link = (product: string) => findBrandForLink(registry, { product, planType: 'recurrency' });
    expect(link('wiser')).toMatchObject({ ok: true, value: { plan: { id: 'wiser-recurrency-t' } } });
    expect(link('powerhouse')).toMatchObject({ ok: true, value: { plan: { id: 'powerhouse-recurrency-t' } } });
    expect(link('wup')).toEqual({ ok: false, error: 'offer-unknown' });
    expect(findBrandForLink(registry, { product: 'wiser' })).toMatchObject({ ok: true, value: { plan: null } });
  });
});

test('two Brazilian brands ask for the billing address, with 27 states to choose from', () => {
  const asking = registry.brands.filter(({ features }) => features.hasAddressForm);
  expect(asking.map(({ id, market }) => [id, market])).toEqual([
    ['conquer-business-school', 'BR'],
    ['conquer-incompany', 'BR'],
    ['meusucesso.mz', 'MZ'],
  ]);
  expect(regions.BR).toHaveLength(27);
});

test('one configuration of Mozambique has the card alone; the others add M-Pesa', () => {
  const plans = brandOf('meusucesso.mz').products[0].plans;
  expect(plans.map((plan) => [plan.code, offeredMethods(plan).map(({ method }) => method)])).toEqual([
    ['annual-mz', ['m-pesa', 'credit-card']],
    ['annual-mz-card', ['credit-card']],
  ]);
  const link = { product: 'ms', lang: 'pt-mz', planId: 'ms-mz-card-t' };
  expect(findBrandForLink(registry, link)).toMatchObject({ ok: true, value: { plan: { code: 'annual-mz-card' } } });
});

test.each([
  ['wise-up.online', 'upsell-sister', 'meusucesso', 57_000n],
  ['meusucesso', 'upsell', 'wise-up.online', 57_000n],
])('the flow of %s, %s, sells %s at half its price', (id, flowId, sold, half) => {
  const brand = brandOf(id);
  const offers = brand.flows
    .filter((flow) => flow.id === flowId)
    .flatMap(({ steps }) => steps.flatMap(({ props }) => props.upsell ?? []));
  const [offer] = offers;
  if (!offer) throw new Error('no offer');
  const target = findUpsell(registry, brand, offer);
  expect(target).toMatchObject({
    brand: { id: sold },
    basisPoints: 5000,
    plan: { price: { amount: half }, standardPrice: { amount: half * 2n } },
  });
});

test('the neutral brand says no width of its logo, which is then 110 px; every other says its own', () => {
  expect(registry.neutral.images.logoWidth).toBe(110);
  expect(registry.brands.map(({ images }) => images.logoWidth)).not.toContain(110);
});

test('no flow that a route forces brings a voucher: the route changes no price', () => {
  const forced = registry.brands.flatMap(({ flows }) => flows.filter(({ selectedBy }) => selectedBy.routes.length > 0));
  expect(forced.length).toBeGreaterThan(20);
  expect(forced.filter(({ steps }) => steps[0].props.voucher !== undefined)).toEqual([]);
});
