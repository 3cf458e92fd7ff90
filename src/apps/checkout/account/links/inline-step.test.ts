import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSubscriptionService } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { payingBuyer, type PayingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

/** Opens the e-mail link of an abandoned purchase in another browser; returns the link's address. */
const recovery = (buyer: PayingBuyer, query: string): Promise<string> => opened(buyer, query, 'recovery');

async function opened(buyer: PayingBuyer, query: string, kind: string): Promise<string> {
  const { to } = await buyer.post(`/samples?${query}`, { kind, email: 'ana@escola.com.br' });
  const entered = await buyer.get(to);
  expect(entered.status).toBe(303);
  return entered.to;
}

const paymentOf = (data: Record<string, unknown>): unknown => data['payment'];

describe('a purchase that is taken up again by an e-mail’s link', () => {
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

    const [place] = asked.data['locations'] as { id: string }[];
    expect(await buyer.post(here, { place: place?.id ?? '' })).toMatchObject({ status: 303, to: here });
    const payment = await buyer.get(here);
    expect(payment.page).toBe('recovery');
    expect((await buyer.pay(here, 'pix', paymentOf)).status).toBe(303);
    const [order] = await stage.database.db
      .selectFrom('order_locations')
      .innerJoin('orders', 'orders.id', 'order_locations.order_id')
      .select(['location_id', 'state'])
      .execute();
    expect(order).toEqual({ location_id: place?.id, state: 'paid' });
  });

  test('is asked for money at once where its flow asks for nothing', async () => {
    const buyer = await payingBuyer(stage);
    expect((await buyer.get(await recovery(buyer, 'product=ms'))).page).toBe('recovery');
  });
});

/** The order of an invoice page, with its data. */
async function placeOfBill(path: string): Promise<unknown> {
  const id = /inv_[^?/]+/.exec(path)?.[0] ?? '';
  return stage.database.db
    .selectFrom('order_locations')
    .innerJoin('orders', 'orders.id', 'order_locations.order_id')
    .innerJoin('invoices', 'invoices.session_id', 'orders.session_id')
    .select(['location_id', 'orders.state'])
    .where('invoices.id', '=', id)
    .executeTakeFirst();
}

describe('a seller’s offer for a first purchase', () => {
  test('asks for the test location before it asks for money', async () => {
    const buyer = await payingBuyer(stage);
    const offer = await opened(buyer, 'product=at', 'offer-first');
    const { to: bill } = await buyer.post(offer, {});
    expect(bill).toMatch(/^\/payment\/inv_/);
    const asked = await buyer.get(bill);
    expect([asked.status, asked.page]).toEqual([200, 'select-test-location']);
    const [place] = asked.data['locations'] as { id: string }[];
    expect(await buyer.post(bill, { place: place?.id ?? '' })).toMatchObject({ status: 303, to: bill });
    expect((await buyer.get(bill)).page).toBe('invoice-payment');
    expect((await buyer.pay(bill, 'pix', paymentOf)).status).toBe(303);
    expect(await placeOfBill(bill)).toEqual({ location_id: place?.id, state: 'paid' });
  });
});

/** The invoice of the next billing period, as confirmed on its page. */
async function billOfRenewal(buyer: PayingBuyer, page: string): Promise<string> {
  buyer.withSubscriptionService(createSubscriptionService(buyer.world.ctx));
  const { data } = await buyer.get(page);
  const [option] = data['options'] as { planId: string; amount: number }[];
  const plan = option?.planId ?? '';
  const shown = { [`shown.${plan}`]: String(option?.amount), period: String(data['period']) };
  return (await buyer.post(page, { plan, ...shown })).to;
}

describe('a renewal', () => {
  test('asks for what the purchase that began the subscription left open', async () => {
    const buyer = await payingBuyer(stage);
    const renewal = await opened(buyer, 'product=at', 'renewal');
    const bill = await billOfRenewal(buyer, renewal);
    const asked = await buyer.get(bill);
    expect([asked.status, asked.page]).toEqual([200, 'select-test-location']);
    const [place] = asked.data['locations'] as { id: string }[];
    await buyer.post(bill, { place: place?.id ?? '' });
    expect((await buyer.get(bill)).page).toBe('invoice-payment');
    expect((await buyer.pay(bill, 'pix', paymentOf)).status).toBe(303);
    expect(await placeOfBill(bill)).toEqual({ location_id: place?.id, state: 'paid' });
  });

  test('asks for nothing where the purchase had all of it', async () => {
    const buyer = await payingBuyer(stage);
    const renewal = await opened(buyer, 'product=at', 'renewal');
    const subscription = /sub_[\w-]{22}/.exec(renewal)?.[0];
    await stage.database.pool.query(
      `insert into session_locations (session_id, kind, location_id, name, detail, chosen_at)
       select leads.session_id, 'test-place', 'of-last-year', 'Last year', '{}', now()
       from subscriptions join leads on leads.id = subscriptions.lead_id where subscriptions.id = $1`,
      [subscription],
    );
    const bill = await billOfRenewal(buyer, renewal);
    expect((await buyer.get(bill)).page).toBe('invoice-payment');
  });
});
