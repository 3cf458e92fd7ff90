import type { JsonTree } from '#src/branding/files/merge-patch.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { type Change, copyBrands, patched } from '#tests/support/fixtures/brand-copy.ts';

const brands = copyBrands();
afterAll(() => brands.remove());
const annual = (patch: JsonTree) => patched({ products: { meusucesso: { plans: { annual: patch } } } });

describe('the catalog of a brand', () => {
  test.each<[string, string, Change, string]>([
    [
      'a price that is missing',
      'meusucesso/catalog.json',
      annual({ price: null }),
      'meusucesso/catalog.json: products.meusucesso.plans.annual.price: is missing',
    ],
    [
      'a price with cents after a point',
      'meusucesso/catalog.json',
      annual({ price: 1140.5 }),
      'products.meusucesso.plans.annual.price: Invalid input',
    ],
    [
      'a price of nothing',
      'meusucesso/catalog.json',
      annual({ price: 0 }),
      'products.meusucesso.plans.annual.price: Too small',
    ],
    [
      'a list price below the price',
      'meusucesso/catalog.json',
      annual({ standardPrice: 100 }),
      'products.meusucesso.plans.annual.standardPrice: is below price',
    ],
    [
      'cycles that do not add up',
      'meusucesso/variants/mz/catalog.json',
      patched({ products: { meusucesso: { plans: { 'annual-mz': { cyclePrice: 156_100 } } } } }),
      'plans.annual-mz.cyclePrice: times cycles is not price',
    ],
    [
      'a currency of another market',
      'meusucesso/catalog.json',
      annual({ currency: 'PEN' }),
      'products.meusucesso.plans.annual.currency: is not BRL, the currency of BR',
    ],
    [
      'a rate in percent',
      'meusucesso/catalog.json',
      annual({ installments: { monthlyRate: '1.99' } }),
      'installments.monthlyRate: must be a decimal fraction',
    ],
    [
      'a method that is none',
      'meusucesso/catalog.json',
      annual({ methods: { pixx: { active: true } } }),
      'products.meusucesso.plans.annual.methods.pixx: is none of the methods',
    ],
    [
      'a method that nobody takes',
      'meusucesso/catalog.json',
      annual({ methods: { 'debit-card': { active: true } } }),
      'methods.debit-card: is active, but no rail takes it',
    ],
    [
      'a method of another market',
      'meusucesso/variants/mz/catalog.json',
      patched({ products: { meusucesso: { plans: { 'annual-mz': { methods: { pix: { active: true } } } } } } }),
      'methods.pix: is active, but the rail does not serve MZ in MZN',
    ],
    [
      'a plan without a way to pay',
      'meusucesso/catalog.json',
      annual({ methods: { 'credit-card': { active: false }, pix: { active: false }, bankslip: { active: false } } }),
      'plans.annual.methods: offers no way to pay',
    ],
    [
      'two lots of tickets with one number',
      'vende-c/catalog.json',
      patched({ products: { 'vende-c': { plans: { 'lot-2': { ticketLot: { number: 1 } } } } } }),
      'vende-c/catalog.json: products.vende-c.plans.lot-2.ticketLot.number: is also that of "lot-1"',
    ],
    [
      'a lot without seats',
      'vende-c/catalog.json',
      patched({ products: { 'vende-c': { plans: { 'lot-2': { ticketLot: { seats: 0 } } } } } }),
      'products.vende-c.plans.lot-2.ticketLot.seats: Too small',
    ],
    [
      'free time in a unit that is none',
      'meusucesso/variants/mz/catalog.json',
      patched({ products: { meusucesso: { plans: { 'annual-mz': { trial: { unit: 'week' } } } } } }),
      'plans.annual-mz.trial.unit: Invalid option',
    ],
    [
      'a product without plans',
      'wise-up/variants/online/catalog.json',
      patched({ products: { 'wise-up-online': { plans: { annual: null, semester: null } } } }),
      'products.wise-up-online.plans: has no plan',
    ],
    [
      'a plan id used twice',
      'meusucesso/catalog.json',
      annual({ ids: { production: 'wup-annual-p' } }),
      '"wup-annual-p" is an id of plan "annual" of',
    ],
    [
      'a product key used twice',
      'meusucesso/catalog.json',
      patched({ products: { meusucesso: { key: 'wup' } } }),
      'products.wise-up-online: has the key or code of "meuSucesso" of meusucesso',
    ],
    [
      'a default product that is not sold',
      'meusucesso/brand.json',
      patched({ productCode: 'other' }),
      'meusucesso/brand.json: productCode: there is no product "other"',
    ],
    [
      'a voucher for a plan that is not there',
      'meusucesso/catalog.json',
      patched({ vouchers: { 'black-friday': { plans: ['annul'] } } }),
      'vouchers.black-friday.plans: there is no plan "annul"',
    ],
    [
      'a voucher of a kind that is none',
      'meusucesso/catalog.json',
      patched({ vouchers: { 'black-friday': { kind: 'gift' } } }),
      'meusucesso/catalog.json: vouchers.black-friday.kind: Invalid',
    ],
    [
      'a voucher in the money of another market',
      'meusucesso/catalog.json',
      patched({ vouchers: { 'black-friday': { currency: 'MZN' } } }),
      'meusucesso/catalog.json: vouchers.black-friday.currency: is not BRL, the currency of BR',
    ],
    [
      'a market without a price of its own',
      'meusucesso/variants/mz/catalog.json',
      () => '{}',
      'meusucesso/catalog.json: products.meusucesso.plans.annual.currency: is not MZN, the currency of MZ',
    ],
    [
      'a voucher that ends before it begins',
      'wise-up/variants/online/catalog.json',
      patched({ vouchers: { 'verao-2025': { validUntil: '2024-01-01T00:00:00Z' } } }),
      'vouchers.verao-2025.validUntil: is not after validFrom',
    ],
    [
      'a voucher that differs by case only',
      'meusucesso/catalog.json',
      patched({ vouchers: { PARCEIRO: { kind: 'percent', basisPoints: 100 } } }),
      'vouchers.PARCEIRO: differs from another only by case',
    ],
  ])('%s is found', async (_name, file, change, problem) => {
    expect(await brands.problemsWith(file, change)).toContain(problem);
  });
});
