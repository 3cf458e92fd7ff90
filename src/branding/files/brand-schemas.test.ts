import { describe, expect, test } from 'vitest';
import { brandJson, featuresJson } from './brand-schemas.server.ts';

const least = {
  name: 'Escola',
  businessName: 'Escola Ltda.',
  business: 'wiser',
  dsProductId: 'escola',
  productCode: 'escola',
  market: 'BR',
  locale: 'pt-BR',
  logo: { dark: 'logo.dark.svg', light: 'logo.light.svg' },
  favicon: 'favicon.svg',
};

describe('a brand that says no more than it must', () => {
  test('has a logo of 110 px, the dark mode, forms of 465 px and every price', () => {
    expect(brandJson.parse(least)).toMatchObject({
      logo: { width: 110 },
      mode: 'dark',
      formWidth: 465,
      priceMode: 'default',
      areas: [],
    });
  });

  test.each([
    ['another business', { business: 'acme' }],
    ['a form of another width', { formWidth: 470 }],
    ['another price mode', { priceMode: 'max' }],
    ['another mode', { mode: 'sepia' }],
    ['a locale of another market', { locale: 'es-PE' }],
    ['a name that nobody knows', { color: 'red' }],
  ])('%s is refused', (_what, more) => expect(brandJson.safeParse({ ...least, ...more }).success).toBe(false));
});

test('the brand’s flags name what goes to the school’s backend', () => {
  const display = { displayHeader: true, displayIcon: true, displayAccessButton: true };
  const features = {
    hasAddressForm: false,
    success: { default: display, upsellOffer: display },
    sendBffPaymentRequest: { enabled: true, documentToNFGeneration: true },
    lead: { sendBffLeadRequest: { enabled: true, route: 'enem', planType: 'yearly' } },
  };
  expect(featuresJson.parse(features)).toEqual(features);
  expect(featuresJson.safeParse({ ...features, success: { upsellOffer: display } }).success).toBe(false);
  expect(featuresJson.safeParse({ ...features, sendBffPaymentRequest: { enabled: true } }).success).toBe(false);
});
