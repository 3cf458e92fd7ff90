import { describe, expect, test } from 'vitest';
import { findBrandForLink } from '#src/branding/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { linkOf } from './checkout-link.ts';

const { brands } = readBrandParts();

function sessionOf(brandId: string, link: CheckoutSession['link']): CheckoutSession {
  const brand = brandBy(brandId);
  return {
    id: 'ses_1',
    brand: brand.brand,
    variant: brand.variant,
    business: brand.business,
    productCode: brand.productCode,
    offer: '',
    flowId: brand.flows[0].id,
    market: brand.market,
    locale: brand.locale,
    seller: 'ana',
    source: 'direto',
    link,
    leadId: null,
    orderId: null,
    upsell: null,
    answers: {},
    createdAt: new Date(0),
  };
}

function brandBy(id: string) {
  const brand = brands.byId.get(id);
  if (!brand) throw new Error(id);
  return brand;
}

describe('a link back', () => {
  test('says what the link that brought the buyer said', () => {
    const session = sessionOf('wise-up.online', { product: 'wup', seller: 'ana', utm_source: 'a&b' });
    expect(linkOf(session, brandBy('wise-up.online'))).toEqual({ product: 'wup', seller: 'ana', utm_source: 'a&b' });
  });

  test.each(brands.brands.map((brand) => brand.id))('leads to %s again even when no link was there', (id) => {
    const found = findBrandForLink(brands, linkOf(sessionOf(id, {}), brandBy(id)));
    expect(found.ok && found.value.brand.id).toBe(id);
    expect(found.ok && found.value.product.code).toBe(brandBy(id).productCode);
  });
});
