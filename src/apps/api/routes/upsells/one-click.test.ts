import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type AcquirerApi, openAcquirerApi } from '#tests/support/worlds/acquirer-world.server.ts';
import type { ApiAnswer, ApiBuyer } from '#tests/support/worlds/api-world.server.ts';

let api: AcquirerApi;
beforeAll(async () => {
  api = await openAcquirerApi();
});
afterEach(async () => {
  await api.database.db.deleteFrom('card_attempts').execute();
});
afterAll(() => api.close());

const good = '4111111111111111';
const career = { productCode: 'meusucesso', business: 'meusucesso' };

/** A purchase paid by card in a flow with an upsell; `keep`: the buyer saves the card. */
async function bought(flowId: string, keep = 'yes'): Promise<{ buyer: ApiBuyer; orderId: string; email: string }> {
  const buyer = api.world.newBuyer();
  const email = `${newSecret()
    .toLowerCase()
    .replaceAll(/[^a-z]/g, 'x')
    .slice(0, 12)}@exemplo.com.br`;
  const leadId = await api.leadOf(buyer, { productCode: career.productCode, flowId, email, seller: 'ana' });
  const tender = { method: 'credit-card', fields: await api.cardFields(good, keep === '' ? {} : { keep }) };
  const body = { sfLeadId: leadId, amount: 114_000, ...career, paymentMethods: [tender] };
  const paid = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  expect(paid.status).toBe(201);
  return { buyer, orderId: String(paid.json['orderId']), email };
}

const say = (buyer: ApiBuyer, orderId: string, body: object): Promise<ApiAnswer> =>
  buyer.call('POST', `/api/v1/order/${orderId}/upsell`, body);
const click = (buyer: ApiBuyer, orderId: string, more: object = {}): Promise<ApiAnswer> =>
  say(buyer, orderId, { decision: 'accepted', payWithKept: true, ...more });

async function ordersAfter(orderId: string) {
  const { db } = api.database;
  return db.selectFrom('orders').selectAll().where('parent_order_id', '=', orderId).execute();
}

describe('a one-click offer', () => {
  test('is bought by one click, at half the upgrade price, however often it is clicked', async () => {
    const { buyer, orderId } = await bought('upsell');
    const before = api.sandboxWorld.world.book().charges.length;
    const clicks = await Promise.all([1, 2, 3].map(() => click(buyer, orderId, { installments: 6 })));
    // The other calls find the purchase under way, or done.
    for (const { status } of clicks) expect([200, 409]).toContain(status);
    const settled = await click(buyer, orderId, { installments: 6 });
    expect(settled).toMatchObject({
      status: 200,
      json: { price: { amount: 57_000 }, payment: { state: 'captured', declineCode: null } },
    });
    expect(api.sandboxWorld.world.book().charges.length).toBe(before + 1);
    const [order, ...others] = await ordersAfter(orderId);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ state: 'paid', total: 57_000n, parent_order_id: orderId });
    const attempts = await api.database.db
      .selectFrom('attempts')
      .selectAll()
      .where('order_id', '=', order?.id ?? '')
      .execute();
    expect(attempts).toMatchObject([{ installments: 6, amount: 57_000n, state: 'captured' }]);
  });

  test('is bought with its contract, which can be read before the click', async () => {
    const { buyer, orderId } = await bought('upsell');
    const yes = await say(buyer, orderId, { decision: 'accepted' });
    const { leadId: sfLeadId } = Object(yes.json['purchase']) as { leadId: string };
    const contract = '/api/v1/product/wise-up-online/contract';
    const read = await buyer.call('POST', `${contract}/generate`, { sfLeadId });
    expect(read.status).toBe(201);
    // The offer shows the instrument, the number of installments and their total before the click.
    const { choices } = Object(yes.json['oneClick']) as { choices: { installments: number; text: string }[] };
    const { text } = choices.find(({ installments }) => installments === 6) ?? { text: '' };
    expect(text).toContain('payment.installment.free');
    await click(buyer, orderId, { installments: 6 });
    const [order] = await ordersAfter(orderId);
    const accepted = await buyer.call('GET', `${contract}?orderId=${order?.id}`);
    expect(accepted.json).toMatchObject({
      textHash: read.json['textHash'],
      acceptance: { label: text },
    });
  });

  test('is not available where the card was not saved', async () => {
    const { buyer, orderId } = await bought('upsell', '');
    expect(await click(buyer, orderId)).toMatchObject({ status: 422, json: { code: 'method-not-offered' } });
    const plain = await say(buyer, orderId, { decision: 'accepted' });
    expect(plain).toMatchObject({ status: 200, json: { oneClick: null, payment: null } });
    expect(await ordersAfter(orderId)).toEqual([]);
  });

  test('declined by its bank can be paid with any other method, once', async () => {
    const { buyer, orderId } = await bought('upsell');
    await api.sandboxWorld.faults({ target: 'acquirer', mode: 'decline', code: '51', times: 1 });
    const refused = await click(buyer, orderId);
    expect(refused).toMatchObject({ status: 200, json: { payment: { state: 'declined' } } });
    expect((await click(buyer, orderId)).json['payment']).toMatchObject({ state: 'declined' });
    const { leadId } = Object(refused.json['purchase']) as { leadId: string };
    const body = {
      ...{ sfLeadId: leadId, amount: 57_000, business: 'wiseup-online', productCode: 'wise-up-online' },
      paymentMethods: [
        { method: 'credit-card', fields: await api.cardFields('5555555555554444', { brand: 'mastercard' }) },
      ],
    };
    const paid = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
    expect([paid.status, paid.json['state']]).toEqual([201, 'captured']);
    // A repeated click gets the same answer and charges nothing.
    expect((await click(buyer, orderId)).json['payment']).toMatchObject({ state: 'declined' });
    expect(await ordersAfter(orderId)).toHaveLength(1);
  });
});

describe('installments with interest', () => {
  test('are charged at the total that was shown for them, and at no other', async () => {
    const { buyer, orderId } = await bought('downsell');
    await say(buyer, orderId, { decision: 'declined', offerId: 'english' });
    const offered = await say(buyer, orderId, { decision: 'accepted' });
    const { choices } = Object(offered.json['oneClick']) as { choices: { installments: number; amount: number }[] };
    const { installments, amount } = choices.at(-1) ?? { installments: 0, amount: 0 };
    expect([choices[0], installments > 1, amount > 35_700]).toMatchObject([{ amount: 35_700 }, true, true]);
    const wrong = await click(buyer, orderId, { installments, amount: 35_700 });
    expect(wrong).toMatchObject({ status: 409, json: { code: 'quote-changed' } });
    expect(await click(buyer, orderId, { installments: 24 })).toMatchObject({
      json: { code: 'installments-not-offered' },
    });
    expect(await ordersAfter(orderId)).toEqual([]);
    const right = await click(buyer, orderId, { installments, amount });
    expect(right.json['payment']).toMatchObject({ state: 'captured' });
    const [order] = await ordersAfter(orderId);
    const attempts = await api.database.db
      .selectFrom('attempts')
      .selectAll()
      .where('order_id', '=', order?.id ?? '')
      .execute();
    expect(attempts).toMatchObject([{ installments, amount: BigInt(amount), state: 'captured' }]);
  });
});

describe('a buyer who declines an offer', () => {
  test('is offered a smaller one, where the flow has that, and declines only what was shown', async () => {
    const { buyer, orderId } = await bought('downsell');
    const no = await say(buyer, orderId, { decision: 'declined', offerId: 'english' });
    expect(no.json).toMatchObject({ decision: 'declined', next: { offerId: 'english-half' } });
    // A second click of the same button answers the same offer.
    const again = await say(buyer, orderId, { decision: 'declined', offerId: 'english' });
    expect(again.json).toMatchObject({ offerId: 'english', next: { offerId: 'english-half' } });
    const yes = await click(buyer, orderId);
    expect(yes.json).toMatchObject({
      offerId: 'english-half',
      price: { amount: 35_700 },
      payment: { state: 'captured' },
    });
    expect(await ordersAfter(orderId)).toMatchObject([{ state: 'paid', total: 35_700n }]);
  });
});
