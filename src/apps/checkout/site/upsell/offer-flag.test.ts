import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flagDefaults } from '#src/branding/flags/flag-names.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
let query: string;
let isOn = true;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  isOn = true;
  buyer = await payingBuyer(stage, () => ({ ...flagDefaults, 'upsell-offer': isOn }));
});

async function buyFirst(flowId: string): Promise<string> {
  query = await buyer.begin(`product=ms&flowId=${flowId}&seller=ana`);
  return (await buyer.pay(`/payment${query}`)).to;
}

describe('with offers switched off', () => {
  test('the success page makes none and is the last one', async () => {
    isOn = false;
    expect(await buyFirst('upsell')).toBe(`/success${query}`);
    const { data, headers } = await buyer.get(`/success${query}`);
    expect(data).toMatchObject({ kind: 'paid', upsell: null });
    expect(headers['clear-site-data']).toBe('"storage"');
  });

  test('the page that sells one leads on', async () => {
    await buyFirst('upsell');
    isOn = false;
    expect(await buyer.get(`/payment/upsell${query}`)).toMatchObject({ to: `/success${query}` });
    isOn = true;
    expect((await buyer.get(`/payment/upsell${query}`)).page).toBe('upsell-offer');
  });

  test('one that was accepted before is paid all the same', async () => {
    await buyFirst('upsell');
    await buyer.post(`/success${query}`, { upsell: 'accept' });
    isOn = false;
    expect((await buyer.get(`/payment/upsell${query}`)).page).toBe('payment-upsell');
    expect((await buyer.get(`/success${query}`)).data).toMatchObject({ upsell: { kind: 'open' } });
  });
});
