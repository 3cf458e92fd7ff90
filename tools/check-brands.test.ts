import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Change, copyBrands, patched, problemsIn } from '#tests/support/fixtures/brand-copy.ts';
import { projectRoot } from './brands/brand-files.ts';
import { checkRoutesFile } from './brands/check-routes-file.ts';

const brands = copyBrands();
afterAll(() => brands.remove());

test('payment routes are checked with the brands: each mistake by file and key', () => {
  const file = path.join(brands.dir, 'routes.json');
  const route = { businesses: ['nobody'], market: 'BR', methods: ['no-method'], gateways: ['nobody'] };
  writeFileSync(file, JSON.stringify({ routes: [route] }));
  const problems: string[] = [];
  checkRoutesFile(file, [], ({ key, message }) => problems.push(`${key}: ${message}`));
  expect(problems).toEqual([
    'routes.0.gateways: there is no gateway nobody',
    'routes.0.businesses: nothing is sold by nobody',
  ]);
  rmSync(file);
});

describe('the brands', () => {
  test('have no mistakes', async () => {
    expect(await problemsIn(path.join(projectRoot, 'brands'))).toEqual([]);
  });

  test('a file that nobody reads is found', async () => {
    const file = path.join(brands.dir, 'meusucesso/feature.json');
    writeFileSync(file, '{}');
    expect(await problemsIn(brands.dir)).toEqual(['meusucesso/feature.json: no such file is read: check its name']);
    rmSync(file);
  });

  test.each<[string, string, Change, string]>([
    [
      'a key that nobody reads',
      'meusucesso/brand.json',
      patched({ colour: 'red' }),
      'meusucesso/brand.json: colour: is not a known key',
    ],
    [
      'a key that is missing',
      'meusucesso/links.json',
      patched({ terms: null }),
      'meusucesso/links.json: terms: is missing',
    ],
    [
      'a link for one environment missing',
      'meusucesso/links.json',
      patched({ terms: { homolog: null } }),
      'meusucesso/links.json: terms.homolog: is missing',
    ],
    [
      'a link without https',
      'meusucesso/links.json',
      patched({ terms: { production: 'http://x.example/a' } }),
      'meusucesso/links.json: terms.production: must be an https address',
    ],
    [
      'a script as a link',
      'meusucesso/links.json',
      patched({ faq: { production: 'javascript:alert(1)' } }),
      'meusucesso/links.json: faq.production: must be an https address',
    ],
    [
      'the stand-in in production',
      'meusucesso/links.json',
      patched({ faq: { production: '{sandbox}/a' } }),
      'meusucesso/links.json: faq.production: {sandbox} exists in test only',
    ],
    [
      'a variant’s mistake in the variant’s file',
      'meusucesso/variants/mz/features.json',
      patched({ hasAddressForm: 'yes' }),
      'meusucesso/variants/mz/features.json: hasAddressForm: Invalid input',
    ],
    [
      'no tax number of the seller',
      'medcof/company.json',
      patched({ BR: { taxId: null } }),
      'medcof/company.json: BR.taxId.number: is missing: the footer names the seller by it',
    ],
    [
      'no address of the seller',
      'wiser/company.json',
      patched({ BR: { address: null } }),
      'wiser/company.json: BR.address: is missing: the footer names the seller by it',
    ],
    [
      'a variant in another market without a seller’s e-mail',
      'meusucesso/variants/mz/company.json',
      patched({ MZ: { email: null } }),
      'meusucesso/variants/mz/company.json: MZ.email: is missing: the footer names the seller by it',
    ],
    [
      'a CNPJ with wrong check digits',
      'medcof/company.json',
      patched({ BR: { taxId: { number: '95.321.706/0001-00' } } }),
      'medcof/company.json: BR.taxId.number: is no CNPJ',
    ],
    [
      'a RUC with a wrong check digit',
      'wise-up/variants/peru/company.json',
      patched({ PE: { taxId: { number: '20699845120' } } }),
      'wise-up/variants/peru/company.json: PE.taxId.number: is no RUC',
    ],
    [
      'a CNPJ with letters where fiscal notes are issued',
      'medcof/company.json',
      patched({ BR: { taxId: { number: '12.ABC.345/01DE-35' } } }),
      'medcof/company.json: BR.taxId.number: must be 14 digits',
    ],
    [
      'no complaints book in Peru',
      'wise-up/variants/peru/links.json',
      patched({ complaintsBook: null }),
      'wise-up/variants/peru/links.json: complaintsBook: is missing: a seller in Peru',
    ],
    [
      'a business that is none',
      'wise-up/variants/online/brand.json',
      patched({ business: 'wiseup-onlin' }),
      'wise-up/variants/online/brand.json: business: Invalid option',
    ],
    [
      'a locale of another market',
      'meusucesso/variants/mz/brand.json',
      patched({ locale: 'pt-BR' }),
      'meusucesso/variants/mz/brand.json: locale: is not the locale of the market',
    ],
    ['no JSON', 'meusucesso/sellers.json', () => '{ "ana": ', 'meusucesso/sellers.json: is no JSON'],
    [
      'a list where an object belongs',
      'meusucesso/sellers.json',
      () => '[]',
      'meusucesso/sellers.json: must hold one JSON object',
    ],
    [
      'a seller without a flag',
      'meusucesso/sellers.json',
      patched({ ana: { isLiveEnabled: null } }),
      'meusucesso/sellers.json: ana.isLiveEnabled: is missing',
    ],
    [
      'a sister that is nobody',
      'meusucesso/brand.json',
      patched({ sister: { brand: 'nobody' } }),
      'meusucesso/brand.json: sister.brand: is no other brand',
    ],
    [
      'a sister that is the brand itself',
      'meusucesso/brand.json',
      patched({ sister: { brand: 'meusucesso' } }),
      'meusucesso/brand.json: sister.brand: is no other brand',
    ],
    [
      'no looks and no design-system brand to take them from',
      'wiser/brand.json',
      patched({ designSystem: null }),
      'wiser/theme.dark.json: is missing, and brand.json has no designSystem',
    ],
    [
      'looks of its own and a design-system brand’s too',
      'medcof/brand.json',
      patched({ designSystem: 'conquer' }),
      'medcof/brand.json: designSystem: is for a brand without theme files',
    ],
    [
      'an offer for several people without its picture',
      'wise-up/variants/online/features.json',
      patched({ multiProfile: { cardThumbnail: 'people.svg' } }),
      'wise-up/variants/online/features.json: multiProfile.cardThumbnail: there is no images/people.svg',
    ],
    [
      'a flag that does not exist',
      'wise-up/flags.json',
      patched({ 'upsel-offer': false }),
      'wise-up/flags.json: upsel-offer: is not a known key',
    ],
    [
      'a flag that is neither on nor off',
      'wise-up/flags.json',
      patched({ 'upsell-offer': 'yes' }),
      'wise-up/flags.json: upsell-offer: must be true, false, or one of them for test, homolog and production',
    ],
    [
      'a referrer without a name',
      'wise-up/variants/online/referrers.json',
      patched({ google: { name: null } }),
      'wise-up/variants/online/referrers.json: google.name: is missing',
    ],
    [
      'a fallback without a name',
      '_fallback/brand.json',
      patched({ name: null }),
      '_fallback/brand.json: name: is missing',
    ],
  ])('%s is found', async (_name, file, change, problem) => {
    expect(await brands.problemsWith(file, change)).toContain(problem);
  });
});
