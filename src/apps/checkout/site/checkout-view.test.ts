import { describe, expect, test } from 'vitest';
import { designSystemId } from '#src/branding/index.ts';
import { cleanQuery } from '#src/domain/checkout/flows/index.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { pages, steps } from '../registry.generated.ts';
import { neutralView, viewOfVisit } from './checkout-view.server.ts';
import { readVisit } from './visit.server.ts';

const { brands } = readBrandParts();
const manifests: readonly { readonly id: string; readonly paths: readonly [string, ...string[]] }[] = [
  ...Object.values(steps),
  ...Object.values(pages),
];
const paths = new Map(manifests.map(({ id, paths: [path] }) => [id, path]));

function view(link: string) {
  const { pathname, searchParams } = new URL(link, 'http://localhost');
  const visit = readVisit(brands, paths, cleanQuery(searchParams), pathname);
  if (!visit.ok) throw new Error(visit.error);
  return viewOfVisit(visit.value, paths, 'test', pathname);
}

describe('the context that every page shares', () => {
  test('knows theme, product, business, seller, query, environment, area, flows and the address form', () => {
    expect(view('/payment?product=ms&seller=ana&source=campanha&area=carreira')).toMatchObject({
      environment: 'test',
      locale: 'pt-BR',
      market: 'BR',
      theme: { brand: 'meusucesso', mode: 'dark', isMozambique: false, isUpsell: false },
      product: { code: 'meusucesso', title: 'meuSucesso', business: 'meusucesso' },
      seller: { id: 'ana', name: 'Ana Prado', source: 'campanha', isLiveEnabled: true },
      flow: { id: 'default', step: { id: 'payment', number: 2, of: 3 } },
      area: 'carreira',
      hasAddressForm: false,
      query: '?product=ms&seller=ana&source=campanha&area=carreira',
    });
  });

  test('lists the flows by the code of the product', () => {
    const { flows } = view('/lead?product=ms');
    expect(Object.keys(flows)).toEqual(['meusucesso']);
    expect(flows['meusucesso']?.slice(0, 1)).toEqual(['default']);
    expect(flows['meusucesso']).toEqual(expect.arrayContaining(['extended']));
  });

  test('tells the pages of one step apart: the points programme’s are parts of it', () => {
    const placeOf = (path: string) => view(`${path}?product=wup&route=livelo`).flow?.step;
    expect(placeOf('/livelo/cpf')).toMatchObject({ number: 2, of: 4, part: { number: 1, of: 3 } });
    expect(placeOf('/livelo/code')).toMatchObject({ number: 2, of: 4, part: { number: 3, of: 3 } });
    expect(placeOf('/lead')).toEqual({ id: 'lead', number: 1, of: 4 });
  });

  test('says when it is Mozambique, and that an address is asked for there', () => {
    expect(view('/payment?product=ms&lang=pt-mz')).toMatchObject({
      locale: 'pt-MZ',
      market: 'MZ',
      theme: { isMozambique: true },
      hasAddressForm: true,
    });
  });

  test.each([
    ['/upsell-payment', 'meusucesso.upsell$dark'],
    ['/upsell-presentation', 'meusucesso.upsell$dark'],
    ['/subscription-welcome', 'meusucesso.upsell$dark'],
    ['/multiprofile-upsell-presentation', 'meusucesso.upsell$dark'],
    ['/payment/upsell', 'meusucesso$dark'],
    ['/lead', 'meusucesso$dark'],
  ])('on %s the theme is %s', (path, id) => {
    const { theme } = view(`${path}?product=ms`);
    expect(designSystemId(theme)).toBe(id);
    expect(designSystemId({ brand: theme.brand, mode: theme.mode })).toBe('meusucesso$dark');
  });

  test('without a product is neutral: no flow, no area, the seller of links that name none', () => {
    expect(neutralView(brands.neutral, 'production', { utm_source: 'mail' })).toMatchObject({
      environment: 'production',
      product: null,
      flow: null,
      flows: {},
      area: null,
      seller: { id: 'performance', name: null, source: 'direto' },
      query: '?utm_source=mail',
    });
  });
});
