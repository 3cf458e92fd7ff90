import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiBuyer, type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { findCardData } from './card-number-guard.ts';
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

async function counts() {
  const tables = ['checkout_sessions', 'leads', 'quotes', 'orders', 'attempts'] as const;
  const rows = await Promise.all(
    tables.map((table) =>
      database.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return { rows: rows.map((row) => row.n), starts: world.gateway.starts };
}

describe('bad input changes nothing', () => {
  const good = { ...contact, ...product };
  test.each<[string, unknown, string]>([
    ['an unknown field', { ...good, isAdmin: true }, 'fields-invalid'],
    ['a wrong type', { ...good, name: 7 }, 'fields-invalid'],
    ['a list', [good], 'fields-invalid'],
    ['nothing', undefined, 'fields-invalid'],
    ['broken JSON', '{"name":', 'request-malformed'],
    ['a key to the prototype', '{"__proto__":{"x":1},"name":"a"}', 'request-malformed'],
    ['a name without surname', { ...good, name: 'Maria' }, 'fields-invalid'],
    ['an e-mail with accents', { ...good, email: 'joão@exemplo.com.br' }, 'fields-invalid'],
    ['a phone of nobody', { ...good, phone: '123' }, 'fields-invalid'],
    ['an unknown product', { ...good, productCode: 'nothing' }, 'product-not-found'],
    ['an unknown seller', { ...good, seller: 'nobody-of-ours' }, 'seller-not-found'],
    ['an unknown offer', { ...good, offer: 'no-offer' }, 'offer-not-found'],
    ['a huge body', { ...good, name: 'x'.repeat(100_000) }, 'request-too-large'],
    ['a card number as a name', { ...good, name: 'Maria 4111 1111 1111 1111' }, 'card-number-refused'],
    ['a field for a card', { ...good, cardNumber: '4' }, 'card-number-refused'],
  ])('lead: %s', async (_name, body, code) => {
    const before = await counts();
    const answer = await world.newBuyer().call('POST', '/api/v1/lead', body);
    expect(answer.json).toMatchObject({ code });
    expect(answer.type).toContain('application/problem+json');
    expect(await counts()).toEqual(before);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no method', { paymentMethods: [] }, 'tender-mix-not-offered'],
    ['an unknown method', { paymentMethods: [{ method: 'cowrie-shells' }] }, 'method-not-offered'],
    ['a method of another market', { paymentMethods: [{ method: 'm-pesa' }] }, 'method-not-offered'],
    ['a wrong document', { document: '111.111.111-11' }, 'fields-invalid'],
    ['a negative amount', { amount: -1 }, 'fields-invalid'],
    ['a broken amount', { amount: 1140.5 }, 'fields-invalid'],
    ['parts that do not sum', { paymentMethods: [{ method: 'pix', amount: 5 }] }, 'tenders-do-not-sum'],
    [
      'installments where there are none',
      { paymentMethods: [{ method: 'pix', installments: 3 }] },
      'installments-not-offered',
    ],
    ['a state of its own', { state: 'paid' }, 'fields-invalid'],
    ['an unknown quote', { quoteId: `quo_${'x'.repeat(22)}` }, 'quote-not-found'],
    [
      'a card number in a field',
      { paymentMethods: [{ method: 'credit-card', fields: { note: '5555555555554444' } }] },
      'card-number-refused',
    ],
    [
      'card data by name',
      { paymentMethods: [{ method: 'credit-card', fields: { cardCVV: '123' } }] },
      'card-number-refused',
    ],
  ])('payment: %s', async (_name, change, code) => {
    const buyer = world.newBuyer();
    const leadId = await lead(buyer);
    const before = world.gateway.starts;
    const answer = await pay(buyer, payment(leadId, change));
    expect(answer.json).toMatchObject({ code });
    expect(world.gateway.starts).toBe(before);
    const orders = await database.db.selectFrom('orders').select('id').where('lead_id', '=', leadId).execute();
    expect(orders).toEqual([]);
  });

  test('is text that no table can store, or a key to the prototype in any notation', async () => {
    const buyer = world.newBuyer();
    const id = await lead(buyer);
    const before = await counts();
    const refused = { status: 400, json: { code: 'request-malformed' } };
    for (const text of ['Maria\u0000', 'Maria \ud800'])
      for (const body of [{ relationAccount: text }, { address: { city: text } }, { [text]: 'Maria' }])
        expect(await buyer.call('PATCH', `/api/v1/lead/${id}`, body)).toMatchObject(refused);
    const fields = { 'x\u0000': 'a', token: 'b\u0000' };
    const withFields = payment(id, { paymentMethods: [{ method: 'pix', fields }] });
    expect(await pay(buyer, withFields)).toMatchObject(refused);
    const hidden = String.raw`{"\u005f_proto__":{"x":1},"name":"a"}`;
    expect(await buyer.call('POST', '/api/v1/lead', hidden)).toMatchObject(refused);
    expect(await counts()).toEqual(before);
    const smile = { relationAccount: 'Ana 😀' };
    expect(await buyer.call('PATCH', `/api/v1/lead/${id}`, smile)).toMatchObject({ status: 200, json: smile });
  });

  test('is a payment without a key, with an invalid key, or from another site', async () => {
    const buyer = world.newBuyer();
    const leadId = await lead(buyer);
    expect((await buyer.call('POST', '/api/v2/payment', payment(leadId))).json).toMatchObject({
      code: 'idempotency-key-missing',
      status: 400,
    });
    expect((await pay(buyer, payment(leadId), 'short')).json).toMatchObject({ code: 'idempotency-key-malformed' });
    const foreign = await buyer.call('POST', '/api/v2/payment', payment(leadId), {
      origin: 'https://evil.example',
      'idempotency-key': newSecret(),
    });
    expect(foreign.json).toMatchObject({ code: 'origin-refused', status: 403 });
  });

  test('a tax id that resembles a card number passes: 10 % of company tax ids would be refused otherwise', () => {
    expect(findCardData({ document: '4111111111111111' })).toBeNull();
    expect(findCardData({ note: '4111-1111-1111-1111' })).toBe('note');
    expect(findCardData({ list: [{ deep: '378282246310005' }] })).toBe('list[0].deep');
    expect(findCardData({ phone: '+5511961234567', name: 'Pedido 4111111111111112' })).toBeNull();
  });

  test.each([
    ['lists in lists', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['objects in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a few levels too many', '['.repeat(21) + ']'.repeat(21)],
  ])('are refused before they are traversed: %s', async (_what, text) => {
    const buyer = world.newBuyer();
    for (const path of ['/api/v1/lead', '/api/v1/quote', '/api/v2/payment', '/api/v1/notifications/book']) {
      const answer = await buyer.call('POST', path, text);
      expect(answer).toMatchObject({ status: 400, json: { code: 'request-malformed' } });
    }
  });

  test('is a forged webhook, or one of an unknown gateway', async () => {
    const buyer = world.newBuyer();
    expect((await buyer.call('POST', '/api/v1/notifications/book', '"forged x"')).json).toMatchObject({
      code: 'incoming-webhook-refused',
      status: 401,
    });
    expect((await buyer.call('POST', '/api/v1/notifications/nobody', '{}')).json).toMatchObject({ code: 'not-found' });
  });

  test('is a token without a purpose', async () => {
    const answer = await world.newBuyer().call('POST', '/api/v1/access/exchange', { token: newSecret() });
    expect(answer.json).toMatchObject({ code: 'access-denied', status: 403 });
  });
});
