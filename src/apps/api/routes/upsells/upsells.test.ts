import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiBuyer, type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';

let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };

interface Sold {
  readonly business: string;
  readonly productCode: string;
}
const english = { business: 'wiseup-online', productCode: 'wise-up-online' };
const career = { business: 'meusucesso', productCode: 'meusucesso' };

async function leadOf(buyer: ApiBuyer, { productCode }: Sold, link: Readonly<Record<string, string>> = {}) {
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, productCode, ...link });
  return String(lead.json['id']);
}

async function payFor(buyer: ApiBuyer, sold: Sold, leadId: string) {
  const quote = await buyer.call('POST', '/api/v1/quote', { leadId });
  const body = {
    ...{ sfLeadId: leadId, business: sold.business, productCode: sold.productCode, quoteId: quote.json['id'] },
    ...{ amount: quote.json['total'], document: '390.533.447-05', paymentMethods: [{ method: 'pix' }] },
  };
  const paid = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  expect(paid.status).toBe(201);
  return { orderId: String(paid.json['orderId']), quote: quote.json };
}

describe('an add-on of a plan', () => {
  test('is a line of the price, until the add-ons are chosen again', async () => {
    const buyer = world.newBuyer();
    const leadId = await leadOf(buyer, career);
    const ask = async (quoteRequest: object) => {
      const { status, json } = await buyer.call('POST', '/api/v1/quote', { leadId, ...quoteRequest });
      expect(status).toBe(200);
      return [json['total'], (json['lines'] as { kind: string }[]).map(({ kind }) => kind)];
    };
    expect(await ask({ orderBumps: ['biblioteca-de-planilhas'] })).toEqual([123_700, ['main', 'order-bump']]);
    expect(await ask({})).toEqual([123_700, ['main', 'order-bump']]);
    expect(await ask({ orderBumps: [] })).toEqual([114_000, ['main']]);
  });

  test('may be more people', async () => {
    const buyer = world.newBuyer();
    const leadId = await leadOf(buyer, english);
    const two = await buyer.call('POST', '/api/v1/quote', { leadId, profiles: 2 });
    expect([two.json['total'], two.status]).toEqual([171_000, 200]);
    const one = await buyer.call('POST', '/api/v1/quote', { leadId, profiles: 1 });
    expect(one.json['lines']).toMatchObject([{ kind: 'main' }]);
  });

  test.each([
    [{ orderBumps: ['gold-bars'] }, 'order-bump-not-offered'],
    [{ profiles: 77 }, 'profiles-not-offered'],
    [{ profiles: 0 }, 'fields-invalid'],
    [{ orderBumps: 'all' }, 'fields-invalid'],
  ])('%j is refused, and changes nothing', async (quoteRequest, code) => {
    const buyer = world.newBuyer();
    const leadId = await leadOf(buyer, career);
    const refused = await buyer.call('POST', '/api/v1/quote', { leadId, ...quoteRequest });
    expect([refused.status, refused.json['code']]).toEqual([422, code]);
    expect((await buyer.call('POST', '/api/v1/quote', { leadId })).json['lines']).toHaveLength(1);
  });

  test('is fixed once money was captured', async () => {
    const buyer = world.newBuyer();
    const leadId = await leadOf(buyer, career);
    await payFor(buyer, career, leadId);
    const late = await buyer.call('POST', '/api/v1/quote', { leadId, orderBumps: ['biblioteca-de-planilhas'] });
    expect([late.status, late.json['code']]).toEqual([409, 'price-frozen']);
  });
});

describe('an offer after a paid order', () => {
  const sent = (buyer: ApiBuyer, orderId: string, decision: string) =>
    buyer.call('POST', `/api/v1/order/${orderId}/upsell`, { decision });

  test('is accepted, priced and paid as its own order; a second acceptance is the same purchase', async () => {
    const buyer = world.newBuyer();
    const leadId = await leadOf(buyer, english, { flowId: 'upsell', seller: 'ana' });
    const { orderId } = await payFor(buyer, english, leadId);
    const yes = await sent(buyer, orderId, 'accepted');
    expect(yes).toMatchObject({ status: 200, json: { decision: 'accepted', offerId: 'live' } });
    const purchase = yes.json['purchase'] as Sold & { readonly leadId: string };
    expect(purchase).toMatchObject({ productCode: 'wise-up-live' });
    expect((await sent(buyer, orderId, 'accepted')).json).toEqual(yes.json);
    const second = await payFor(buyer, purchase, purchase.leadId);
    expect(second.quote['lines']).toMatchObject([{ kind: 'upsell' }]);
    expect(second.orderId).not.toBe(orderId);
    expect(await sent(buyer, orderId, 'declined')).toMatchObject({ status: 409, json: { code: 'upsell-under-way' } });
    expect(await sent(buyer, second.orderId, 'accepted')).toMatchObject({ json: { code: 'upsell-not-offered' } });
  });

  test('is declined', async () => {
    const buyer = world.newBuyer();
    const leadId = await leadOf(buyer, english, { flowId: 'upsell', seller: 'ana' });
    const { orderId } = await payFor(buyer, english, leadId);
    const no = await sent(buyer, orderId, 'declined');
    expect(no.json).toMatchObject({ decision: 'declined', offerId: 'live', purchase: null, next: null });
  });

  test('is made only by a flow with offers, by a permitted seller, to the payer', async () => {
    const buyer = world.newBuyer();
    const plain = await payFor(buyer, career, await leadOf(buyer, career));
    expect(await sent(buyer, plain.orderId, 'accepted')).toMatchObject({
      status: 404,
      json: { code: 'upsell-not-offered' },
    });
    const other = world.newBuyer();
    const bare = await payFor(
      other,
      english,
      await leadOf(other, english, { flowId: 'upsell', seller: 'franchising' }),
    );
    expect((await sent(other, bare.orderId, 'accepted')).json['code']).toBe('upsell-not-offered');
    expect((await sent(world.newBuyer(), bare.orderId, 'accepted')).json['code']).toBe('order-not-found');
  });
});
