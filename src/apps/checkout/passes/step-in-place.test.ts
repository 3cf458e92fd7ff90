import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPages, type PagesStage } from '#tests/support/pages-stage.server.ts';
import { payingBuyer, type PayingBuyer } from '#tests/support/paying-pages.server.ts';

let stage: PagesStage;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

/** A letter's link to a purchase that was left, opened in a browser of its own; answers the link's own address. */
async function recovery(buyer: PayingBuyer, query: string): Promise<string> {
  const { to } = await buyer.post(`/samples?${query}`, { kind: 'recovery', email: 'ana@escola.com.br' });
  const entered = await buyer.get(to);
  expect(entered.status).toBe(303);
  return entered.to;
}

const paymentOf = (data: Record<string, unknown>): unknown => data['payment'];

describe('a purchase that is taken up again by a letter’s link', () => {
  test('asks for its test location at the link’s own address before it asks for money', async () => {
    const buyer = await payingBuyer(stage);
    const here = await recovery(buyer, 'product=at');
    const asked = await buyer.get(here);
    expect([asked.status, asked.page]).toEqual([200, 'select-test-location']);
    const refused = await buyer.post(here, { place: '' });
    expect([refused.status, refused.form?.errors]).toEqual([422, { place: 'select-test-location.place.missing' }]);
    const paid = await buyer.post(here, { quoteId: 'quo_none', method: 'pix', key: 'a'.repeat(32), amount: '1' });
    expect(buyer.world.gateway.starts).toBe(0);
    expect(paid.status).not.toBe(200);

    const [place] = asked.data['places'] as { id: string }[];
    expect(await buyer.post(here, { place: place?.id ?? '' })).toMatchObject({ status: 303, to: here });
    const payment = await buyer.get(here);
    expect(payment.page).toBe('recovery');
    expect((await buyer.pay(here, 'pix', paymentOf)).status).toBe(303);
    const [order] = await stage.database.db
      .selectFrom('order_places')
      .innerJoin('orders', 'orders.id', 'order_places.order_id')
      .select(['place_id', 'state'])
      .execute();
    expect(order).toEqual({ place_id: place?.id, state: 'paid' });
  });

  test('is asked for money at once where its flow asks for nothing', async () => {
    const buyer = await payingBuyer(stage);
    expect((await buyer.get(await recovery(buyer, 'product=ms'))).page).toBe('recovery');
  });
});
