import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiBuyer, type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { issueFirstAccess } from '#src/domain/customers/access/index.server.ts';
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
const product = { productCode: 'wise-up-online', seller: 'ana', source: 'campanha' };
const cpf = '390.533.447-05';

async function lead(buyer: ApiBuyer): Promise<string> {
  const { status, json } = await buyer.call('POST', '/api/v1/lead', { ...contact, ...product });
  expect(status).toBe(201);
  return String(json['id']);
}

function payment(leadId: string, change: Record<string, unknown> = {}) {
  return {
    sfLeadId: leadId,
    amount: 114_000,
    business: 'wiseup-online',
    productCode: product.productCode,
    document: cpf,
    paymentMethods: [{ method: 'pix' }],
    ...change,
  };
}

async function pay(buyer: ApiBuyer, body: unknown, key = newSecret()) {
  return buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': key });
}

describe('the catalogue API', () => {
  test('returns a product with the plan of its voucher', async () => {
    const buyer = world.newBuyer();
    const { status, json } = await buyer.call('GET', '/api/v1/product/wise-up-online?voucher=boas-vindas&operation=BR');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      code: 'wise-up-online',
      plans: [{ amount: 102_600, currency: 'BRL', planType: 'yearly' }],
    });
  });

  test.each([
    ['eumilitar?product-slug=esa', 'ESA'],
    ['eumilitar?productId=wup', 'product-not-found'],
    ['wise-up-online?product-slug=no-such-slug', 'product-not-found'],
    ['wise-up-online?productId=wup', 'Wise Up Online'],
    ['wise-up-online?planType=monthly', 'plan-not-found'],
    ['wise-up-online?planType=semester', 'Wise Up Online'],
  ])('returns a product by slug, id or type of plan: %s', async (path, expected) => {
    const { json } = await world.newBuyer().call('GET', `/api/v1/product/${path}`);
    expect(String(json['name'] ?? json['code'])).toContain(expected);
  });

  test('returns a plan of the requested type, for a seller of the brand only', async () => {
    const buyer = world.newBuyer();
    const { json } = await buyer.call('GET', '/api/v1/product/wise-up-online?planType=semester');
    expect(json['plans']).toMatchObject([{ planType: 'semester' }]);
    const sold = (seller: string) => buyer.call('GET', `/api/v2/product/wise-up-online?seller=${seller}`);
    expect((await sold('ana')).status).toBe(200);
    expect((await sold('nobody')).json).toMatchObject({ code: 'seller-not-found' });
  });

  test('returns all plans, the cheapest, and the 12 × R$ 95,00', async () => {
    const buyer = world.newBuyer();
    const all = await buyer.call('GET', '/api/v2/product/wise-up-online');
    expect(all.json['plans']).toHaveLength(2);
    const least = await buyer.call('GET', '/api/v2/product/wise-up-online?priceMode=min');
    expect(least.json['plans']).toMatchObject([{ amount: 71_400 }]);
    expect(all.json['plans']).toMatchObject([
      {
        installments: expect.arrayContaining([
          expect.objectContaining({ id: 12, value: 9500, tax: 0, totalValue: 114_000 }),
        ]),
      },
      {},
    ]);
  });

  test.each([
    ['/api/v1/product/no-such-course', 'product-not-found'],
    ['/api/v1/product/wise-up-online?plan=no-such-plan', 'plan-not-found'],
    ['/api/v1/plan/no-such-plan/product', 'offer-not-found'],
    ['/api/v1/seller/x?seller=no-such-seller', 'seller-not-found'],
    ['/api/v1/no-such-call', 'not-found'],
  ])('answers %s with a problem document: %s', async (url, code) => {
    const { status, type, json } = await world.newBuyer().call('GET', url);
    expect(status).toBe(404);
    expect(type).toContain('application/problem+json');
    expect(json).toMatchObject({ code, status: 404, type: `urn:problem:${code}` });
  });

  test('describes every call in an OpenAPI 3.1 document, with a readable page', async () => {
    const { json } = await world.newBuyer().call('GET', '/api/openapi.json');
    expect(json['openapi']).toBe('3.1.0');
    expect(Object.keys(json['paths'] ?? {})).toEqual(
      expect.arrayContaining([
        '/api/v2/payment',
        '/api/v1/lead',
        '/api/v1/lead/{leadId}',
        '/api/v1/quote',
        '/api/v1/order/{orderId}/status',
      ]),
    );
    const page = await world.app.inject('/api/docs');
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain('/api/v2/payment');
  });
});

describe('a purchase by the API', () => {
  test('whose webhook is lost is shown to a returning buyer', async () => {
    const buyer = world.newBuyer();
    world.gateway.behavior = 'await';
    const paid = await pay(buyer, payment(await lead(buyer)));
    const ask = async (query = '') =>
      (await buyer.call('GET', `/api/v1/order/${String(paid.json['orderId'])}/status${query}`)).json['state'];
    world.gateway.receive(String(paid.json['attemptId']));
    expect([await ask(), await ask('?back=1'), await ask()]).toEqual(['open', 'paid', 'paid']);
  });

  test('goes from lead, quote, payment and webhook to access, which is exchanged once', async () => {
    const buyer = world.newBuyer();
    const leadId = await lead(buyer);
    const quote = await buyer.call('POST', '/api/v1/quote', { leadId });
    expect(quote.json).toMatchObject({ total: 114_000, currency: 'BRL' });
    world.gateway.behavior = 'await';
    const paid = await pay(buyer, payment(leadId, { quoteId: quote.json['id'] }));
    expect(paid.status).toBe(202);
    const orderId = String(paid.json['orderId']);
    const next = { token: orderId, redirect: null, route: '/pix', paymentProfileIds: [] };
    expect(paid.json).toMatchObject({ state: 'awaiting-buyer', ...next });
    world.gateway.receive(String(paid.json['attemptId']));
    const acknowledged = await buyer.call(
      'POST',
      '/api/v1/notifications/book',
      `"${String(paid.json['attemptId'])} event-1"`,
    );
    expect(acknowledged.status).toBe(200);
    const status = async () => (await buyer.call('GET', `/api/v1/order/${orderId}/status`)).json['state'];
    await expect.poll(status).toBe('paid');
    const access = await issueFirstAccess(world.ctx, orderId);
    const token = new URL(access?.url ?? '').searchParams.get('token');
    const school = world.newBuyer();
    expect(await school.call('POST', '/api/v1/access/exchange', { token })).toMatchObject({
      status: 200,
      json: { orderId, productCode: 'wise-up-online', buyer: { name: contact.name, email: contact.email } },
    });
    expect((await school.call('POST', '/api/v1/access/exchange', { token })).status).toBe(403);
  });

  test('with the same key has the same answer', async () => {
    const buyer = world.newBuyer();
    const leadId = await lead(buyer);
    world.gateway.behavior = 'await';
    const key = newSecret();
    const first = await pay(buyer, payment(leadId), key);
    expect(await pay(buyer, payment(leadId), key)).toEqual(first);
    const other = await pay(buyer, payment(leadId, { document: '529.982.247-25' }), key);
    expect(other.json).toMatchObject({ code: 'key-reused', status: 422 });
  });

  test('is answered with 402 and a code after a decline', async () => {
    const buyer = world.newBuyer();
    const leadId = await lead(buyer);
    world.gateway.behavior = 'decline';
    expect(await pay(buyer, payment(leadId))).toMatchObject({
      status: 402,
      json: { code: 'payment-declined', declineCode: 'no-limit' },
    });
  });

  test('S-06 at a changed price is answered with 409 and the new quote, and nothing is charged', async () => {
    const buyer = world.newBuyer();
    const leadId = await lead(buyer);
    const before = world.gateway.starts;
    const answer = await pay(buyer, payment(leadId, { amount: 1 }));
    expect(answer).toMatchObject({ status: 409, json: { code: 'quote-changed', quote: { total: 114_000 } } });
    expect(world.gateway.starts).toBe(before);
  });

  test("S-04 somebody else's lead, quote and order do not exist", async () => {
    const owner = world.newBuyer();
    const thief = world.newBuyer();
    const leadId = await lead(owner);
    await lead(thief);
    world.gateway.behavior = 'await';
    const paid = await pay(owner, payment(leadId));
    const orderId = String(paid.json['orderId']);
    expect((await thief.call('PATCH', `/api/v1/lead/${leadId}`, { relationAccount: 'x' })).json).toMatchObject({
      code: 'lead-not-found',
    });
    expect((await thief.call('POST', '/api/v1/quote', { leadId })).json).toMatchObject({ code: 'lead-not-found' });
    expect((await pay(thief, payment(leadId))).json).toMatchObject({ code: 'lead-not-found' });
    expect((await thief.call('GET', `/api/v1/order/${orderId}/status`)).json).toMatchObject({
      code: 'order-not-found',
    });
    expect((await owner.call('GET', `/api/v1/order/${orderId}/status`)).json).toMatchObject({
      state: 'open',
      attempt: { state: 'awaiting-buyer' },
    });
  });

  test('with a used-up or an unknown voucher is refused with its own code', async () => {
    const one = world.newBuyer();
    const other = world.newBuyer();
    const [first, second] = [await lead(one), await lead(other)];
    world.gateway.behavior = 'await';
    expect((await pay(one, payment(first, { voucher: 'so-uma-vez', amount: 104_000 }))).status).toBe(202);
    expect((await pay(other, payment(second, { voucher: 'so-uma-vez', amount: 104_000 }))).json).toMatchObject({
      code: 'voucher-used-up',
      status: 409,
    });
    expect((await pay(other, payment(second, { voucher: 'verao-2025' }))).json).toMatchObject({
      code: 'voucher-invalid',
      status: 422,
    });
  });
});
