import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogPort } from './catalog-port.server.ts';
import { findBrandForLink, findBrandForPlan, findBrandForProductCode } from './find-brand.server.ts';
import { loadBrands } from './load-brands.server.ts';

const dir = path.resolve(import.meta.dirname, '../../../brands');
const settings = { dir, sandboxOrigin: 'http://127.0.0.1:3002' };
const loaded = loadBrands({ ...settings, environment: 'test' });
if (!loaded.ok) throw new Error(JSON.stringify(loaded.error, null, 2));
const registry = loaded.value;

describe('the brand of a link', () => {
  test.each([
    [{ product: 'wup' }, 'wise-up.online', 'wise-up-online', null],
    [{ product: 'WUP', seller: 'ana' }, 'wise-up.online', 'wise-up-online', null],
    [{ product: 'wise-up-online' }, 'wise-up.online', 'wise-up-online', null],
    [{ product: 'ms' }, 'meusucesso', 'meusucesso', null],
    [{ product: 'ms', lang: 'pt-mz' }, 'meusucesso.mz', 'meusucesso', null],
    [{ product: 'ms', lang: 'pt-br' }, 'meusucesso', 'meusucesso', null],
    [{ product: 'wup', lang: 'pt-mz' }, 'wise-up.online', 'wise-up-online', null],
    [{ productSlug: 'online' }, 'wise-up.online', 'wise-up-online', null],
    [{ productSlug: 'carreira', product: 'ms' }, 'meusucesso', 'meusucesso', null],
    [{ productSlug: 'meusucesso' }, 'meusucesso', 'meusucesso', null],
    [{ area: 'carreira', lang: 'pt-mz' }, 'meusucesso.mz', 'meusucesso', null],
    [{ area: 'ingles' }, 'wise-up.online', 'wise-up-online', null],
    [{ offer: 'wup-semester-t' }, 'wise-up.online', 'wise-up-online', 'semester'],
    [{ planId: 'ms-mz-credit-t' }, 'meusucesso.mz', 'meusucesso', 'annual-mz'],
    [{ product: 'wup', planId: 'wup-annual-t' }, 'wise-up.online', 'wise-up-online', 'annual'],
    [{ product: 'ms', planId: 'ms-mz-annual-t' }, 'meusucesso.mz', 'meusucesso', 'annual-mz'],
  ])('%j', (query, brand, product, plan) => {
    const found = findBrandForLink(registry, query);
    expect(
      found.ok && {
        brand: found.value.brand.id,
        product: found.value.product.code,
        plan: found.value.plan?.code ?? null,
      },
    ).toEqual({ brand, product, plan });
  });

  test.each([
    [{}, 'product-missing'],
    [{ seller: 'ana', voucher: 'x' }, 'product-missing'],
    [{ product: 'nothing' }, 'product-unknown'],
    [{ product: 'constructor' }, 'product-unknown'],
    [{ product: '_fallback' }, 'product-unknown'],
    [{ productSlug: 'nothing' }, 'product-unknown'],
    [{ product: 'nothing', productSlug: 'online' }, 'product-unknown'],
    [{ product: 'ms', productSlug: 'online' }, 'product-unknown'],
    [{ area: 'nowhere' }, 'product-unknown'],
    [{ offer: 'nothing' }, 'offer-unknown'],
    [{ product: 'ms', offer: 'wup-annual-t' }, 'offer-unknown'],
    [{ product: 'wup', planId: 'wup-annual-p' }, 'offer-unknown'],
  ])('%j leads nowhere: %s', (query, code) => {
    const found = findBrandForLink(registry, query);
    expect(found.ok ? null : found.error).toBe(code);
  });

  test('of an API path: by country, Brazil when none is given', () => {
    expect(findBrandForProductCode(registry, 'meusucesso')?.brand.id).toBe('meusucesso');
    expect(findBrandForProductCode(registry, 'meusucesso', 'MZ')?.brand.id).toBe('meusucesso.mz');
    expect(findBrandForProductCode(registry, 'wise-up-online', 'MZ')?.brand.id).toBe('wise-up.online');
    expect(findBrandForProductCode(registry, 'wup')).toBeNull();
  });

  test('of a plan', () => {
    expect(findBrandForPlan(registry, 'wup-annual-t')?.product.code).toBe('wise-up-online');
    expect(findBrandForPlan(registry, 'wup-annual-h')).toBeNull();
  });
});

describe('the two brands', () => {
  const catalog = catalogPort(registry);

  test('English school online: twelve times R$ 95,00 without interest, and a plan by Tabela Price', () => {
    const product = catalog.product('wise-up', 'online', 'wise-up-online');
    expect(product).toMatchObject({ key: 'wup', business: 'wiseup-online', title: 'Wise Up Online' });
    const [annual, semester] = product?.plans ?? [];
    expect(annual).toMatchObject({
      planType: 'yearly',
      price: { amount: 114_000n, currency: 'BRL' },
      cyclePrice: { amount: 9_500n, currency: 'BRL' },
      installments: { max: 12, monthlyRate: '0' },
    });
    expect(semester).toMatchObject({ planType: 'semester', installments: { max: 10, monthlyRate: '0.0199' } });
  });

  test.each([
    ['black-friday', 8_500n],
    [' PARCEIRO ', 6_100n],
  ])('career training: with voucher %j twelve times %d cents', (code, cycle) => {
    const plan = catalog.product('meusucesso', null, 'meusucesso')?.plans[0];
    const voucher = catalog.voucher('meusucesso', null, code);
    expect(voucher?.kind === 'amount' && plan && plan.price.amount - voucher.amount.amount).toBe(12n * cycle);
  });

  test('career training in Mozambique: metical, no installments, each way to pay with an id of its own', () => {
    const plan = catalog.product('meusucesso', 'mz', 'meusucesso')?.plans[0];
    expect(plan).toMatchObject({
      market: 'MZ',
      price: { amount: 1_872_000n, currency: 'MZN' },
      cyclePrice: { amount: 156_000n, currency: 'MZN' },
      cycles: 12,
      installments: null,
    });
    expect(plan?.methods.filter((method) => method.active).map((method) => method.planId)).toEqual([
      'ms-mz-mpesa-t',
      'ms-mz-credit-t',
    ]);
    expect(plan?.methods).toHaveLength(4);
    // Vouchers of its own, in its own money: none of the amounts in reais is left.
    expect(catalog.voucher('meusucesso', 'mz', 'black-friday')).toMatchObject({ kind: 'percent', basisPoints: 1000 });
    expect(catalog.voucher('meusucesso', 'mz', 'parceiro')).toMatchObject({ kind: 'percent', basisPoints: 3500 });
    expect(catalog.voucher('meusucesso', 'mz', 'estendido')).toBeNull();
    const mozambique = registry.byId.get('meusucesso.mz');
    expect(mozambique?.features.hasAddressForm).toBe(true);
    expect(mozambique?.features.success.default.displayAccessButton).toBe(true);
    expect(mozambique?.flows[0].id).toBe('default');
    expect(mozambique?.links.firstAccess).toMatch(/set-password$/);
  });

  test.each([
    ['test', 'http://127.0.0.1:3002/school/meusucesso', 'ms-annual-t'],
    ['homolog', 'https://aluno.homolog.meusucesso.example', 'ms-annual-h'],
    ['production', 'https://aluno.meusucesso.example', 'ms-annual-p'],
  ] as const)('in %s have the links and plan ids of %s', (environment, domain, planId) => {
    const other = loadBrands({ ...settings, environment });
    const brand = other.ok ? other.value.byId.get('meusucesso') : undefined;
    expect(brand?.links.domain).toBe(domain);
    expect(brand?.products[0].plans[0]?.id).toBe(planId);
  });

  test('a brand, voucher or product that does not exist is null; its first access an error', () => {
    expect(catalog.product('nobody', null, 'x')).toBeNull();
    expect(catalog.product('meusucesso', null, 'x')).toBeNull();
    expect(catalog.voucher('nobody', null, 'black-friday')).toBeNull();
    expect(catalog.voucher('meusucesso', null, 'x')).toBeNull();
    expect(catalog.firstAccessUrl('wise-up', 'online')).toContain(
      'primeiro-acesso?source=checkout&mode=CONFIRMATION&origin=checkout',
    );
    expect(() => catalog.firstAccessUrl('nobody', 'x')).toThrow('nobody.x');
  });
});
