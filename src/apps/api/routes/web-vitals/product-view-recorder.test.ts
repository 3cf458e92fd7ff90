import { beforeEach, describe, expect, test } from 'vitest';
import type { Brand } from '#src/branding/index.ts';
import type { SaleEvent } from '#src/domain/messaging/analytics/index.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { createProductViewRecorder, type ProductViewRecorder } from './product-view-recorder.server.ts';

const { byId } = readBrandParts().brands;
const counting = byId.get('vende-c');
if (!counting) throw new Error('the brand that counts is gone');

let sent: SaleEvent[] = [];
let now = new Date('2026-11-21T12:00:00Z');
let recorder: ProductViewRecorder;

function open(change: Partial<Brand> = {}): void {
  sent = [];
  const brand = { ...counting, ...change } as Brand;
  recorder = createProductViewRecorder({
    brands: { byId: new Map([...byId, [brand.id, brand]]) },
    analytics: { send: async (event) => (sent.push(event), 'accepted') },
    isHttps: false,
    now: () => now,
  });
}
beforeEach(() => open());

const seen = { brand: 'vende-c', product: counting.productCode };
const yes = 'matricula-consent-vende-c=yes.123456789.1795262400';
const look = (page: string, cookie: string | undefined = yes): number => {
  recorder.take(seen, { page, cookie });
  return sent.length;
};

describe('a product view', () => {
  test('on a payment page is reported by the server, with the price of our own data', () => {
    expect(look('payment')).toBe(1);
    const plan = counting.products.find(({ code }) => code === seen.product)?.plans[0];
    expect(sent).toMatchObject([
      {
        name: 'begin_checkout',
        brand: 'vende-c',
        clientId: '123456789.1795262400',
        value: plan?.price.amount,
        items: [{ id: seen.product, price: plan?.price.amount }],
      },
    ]);
  });

  test('on a page with the tag container is reported by the container', () => {
    expect(look('lead')).toBe(0);
    open({ gtm: null });
    expect(look('lead')).toBe(1);
    expect(sent[0]?.name).toBe('view_item');
  });

  test('is reported once in a visit', () => {
    expect([look('payment'), look('payment')]).toEqual([1, 1]);
    now = new Date(now.getTime() + 30 * 60_000);
    expect(look('payment')).toBe(2);
  });

  test('is not reported without consent to this brand, a property, or an existing product', () => {
    expect(look('payment', '')).toBe(0);
    expect(look('payment', 'matricula-consent-vende-c=no')).toBe(0);
    expect(look('payment', 'matricula-consent-wise-up=yes.123456789.1795262400')).toBe(0);
    recorder.take({ ...seen, product: 'nothing' }, { page: 'payment', cookie: yes });
    recorder.take({ ...seen, brand: 'nobody' }, { page: 'payment', cookie: yes });
    expect(look('success')).toBe(0);
    open({ analytics: null });
    expect(look('payment')).toBe(0);
  });

  test('has the client id of Google’s own tag where that ran', () => {
    look('payment', `${yes}; _ga=GA1.1.555.1795262400`);
    expect(sent[0]?.clientId).toBe('555.1795262400');
  });
});
