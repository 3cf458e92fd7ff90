import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiBuyer, type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { fullAccess } from '#src/kernel/env/operator-scopes.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';

const operatorToken = 'a word of the operator, long enough to stand'.replaceAll(' ', '-');
let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database, {
    operators: [{ name: 'operator', token: operatorToken, scopes: fullAccess }],
  });
});
afterAll(async () => {
  await world.close();
  await database.close();
});
beforeEach(() => {
  world.gateway.behavior = 'capture';
  world.gateway.behaviors.length = 0;
  world.gateway.holdSeconds = 15 * 86_400;
});

const product = { productCode: 'wise-up-online', seller: 'ana', source: 'campanha' };

function card(method: string, amount?: number) {
  const part = (bytes: number): string => Buffer.alloc(bytes, newSecret()).toString('base64url');
  const token = [part(60), part(256), part(12), part(90), part(16)].join('.');
  const fields = { token, brand: 'visa', last4: '1111', expiry: '12/30' };
  return { method, fields, ...(amount === undefined ? {} : { amount }) };
}

async function pay(buyer: ApiBuyer, paymentMethods: readonly object[], key = newSecret()) {
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, ...product });
  const body = {
    sfLeadId: String(lead.json['id']),
    amount: 114_000,
    business: 'wiseup-online',
    productCode: product.productCode,
    document: '390.533.447-05',
    paymentMethods,
  };
  return buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': key });
}

describe('a payment by several methods', () => {
  test('has one result, and the status shows what each card pays', async () => {
    const buyer = world.newBuyer();
    const joined = 'credit-card+credit-card';
    const paid = await pay(buyer, [card(joined, 60_000), card(joined)]);
    expect(paid).toMatchObject({ status: 201, json: { route: '/success', split: { standing: 'paid', owed: 0 } } });
    const status = await buyer.call('GET', `/api/v1/order/${String(paid.json['orderId'])}/status`);
    expect(status.json).toMatchObject({
      state: 'paid',
      split: {
        held: 114_000,
        tenders: [
          { method: 'credit-card', amount: 60_000, standing: 'taken' },
          { method: 'credit-card', amount: 54_000, standing: 'taken' },
        ],
      },
    });
  });

  test('has a combined method only for two tenders', async () => {
    const joined = 'credit-card+credit-card';
    expect((await pay(world.newBuyer(), [card(joined)])).json).toMatchObject({ code: 'tender-mix-not-offered' });
    const three = [card(joined, 10_000), card(joined, 10_000), card(joined)];
    expect((await pay(world.newBuyer(), three)).json).toMatchObject({ code: 'tender-mix-not-offered' });
  });

  test('has 402 after a declined part, with the held amount, its deadline and the owed amount', async () => {
    const buyer = world.newBuyer();
    world.gateway.behaviors.push('capture', 'decline');
    const refused = await pay(buyer, [card('credit-card', 60_000), card('credit-card')]);
    expect(refused).toMatchObject({
      status: 402,
      json: { code: 'payment-declined', split: { standing: 'held', held: 60_000, owed: 54_000 } },
    });
    const rescued = await pay(buyer, [card('credit-card')]);
    expect(rescued).toMatchObject({ status: 201, json: { split: { standing: 'paid' } } });
  });

  test('has the same answer for the same key', async () => {
    const buyer = world.newBuyer();
    const key = newSecret();
    const tenders = [card('credit-card', 60_000), card('credit-card')];
    const first = await pay(buyer, tenders, key);
    expect(await pay(buyer, tenders, key)).toEqual(first);
  });

  test('has parts of at least 1.00, and at most five', async () => {
    expect((await pay(world.newBuyer(), [card('credit-card', 99), card('credit-card')])).json['code']).toBe(
      'tender-too-small',
    );
    const six = [1, 2, 3, 4, 5].map(() => card('credit-card', 1_000));
    expect((await pay(world.newBuyer(), [...six, card('credit-card')])).json['code']).toBe('tender-mix-not-offered');
  });
});

describe('a part that its method does not take', () => {
  test('is named with the limit and its message', async () => {
    const slip = { method: 'bankslip', amount: 499, fields: {} };
    const refused = await pay(world.newBuyer(), [slip, card('credit-card')]);
    expect(refused).toMatchObject({
      status: 422,
      json: {
        code: 'amount-below-limit',
        limit: 500,
        currency: 'BRL',
        errors: [
          {
            path: 'paymentMethods.0',
            code: 'amount-below-limit',
            message: 'payment.error.amount-below-limit',
          },
        ],
      },
    });
  });
});

describe('a refund by an operator', () => {
  const refundOf = (amount: number, refundId = newSecret()) => ({ refundId, amount, reason: 'desistência' });
  const asOperator = { authorization: `Bearer ${operatorToken}` };

  async function paidOrder(): Promise<string> {
    const paid = await pay(world.newBuyer(), [card('credit-card', 60_000), card('credit-card')]);
    expect(paid.status).toBe(201);
    return `/api/v1/orders/${String(paid.json['orderId'])}/refunds`;
  }

  test('is divided over the tenders, once per key', async () => {
    const url = await paidOrder();
    const buyer = world.newBuyer();
    const body = refundOf(57_000);
    const done = await buyer.call('POST', url, body, asOperator);
    expect(done).toMatchObject({ status: 202, json: { parts: [{ amount: 30_000 }, { amount: 27_000 }] } });
    await world.runJobs();
    const again = await buyer.call('POST', url, body, asOperator);
    expect(again.json['parts']).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    expect((await buyer.call('POST', url, { ...body, amount: 1 }, asOperator)).json).toMatchObject({
      code: 'key-reused',
    });
    expect((await buyer.call('POST', url, refundOf(57_001), asOperator)).json).toMatchObject({
      code: 'refund-too-large',
    });
    expect((await buyer.call('POST', url, refundOf(57_000), asOperator)).status).toBe(202);
    await world.runJobs();
    const order = await database.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', url.split('/')[4] ?? '')
      .executeTakeFirst();
    expect(order).toMatchObject({ state: 'refunded', received: 114_000n, returned: 114_000n });
  });

  test.each([
    ['no token', {}],
    ['another word', { authorization: `Bearer ${operatorToken}x` }],
    ['another scheme', { authorization: `Basic ${operatorToken}` }],
  ])('with %s is not found', async (_what, headers) => {
    const url = await paidOrder();
    expect((await world.newBuyer().call('POST', url, refundOf(100), headers)).status).toBe(404);
    expect((await world.newBuyer().call('POST', url, { nonsense: true }, headers)).status).toBe(404);
  });
});

test('all money invariants hold in the simulator’s own ledger', async () => {
  await world.runJobs();
  expect(await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() })).toEqual([]);
});
