import { afterAll, beforeAll, expect, test } from 'vitest';
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

const product = { productCode: 'wise-up-online', seller: 'ana', source: 'campanha' };

async function pixPayment(buyer: ApiBuyer, change: Record<string, unknown>) {
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, ...product });
  return {
    sfLeadId: String(lead.json['id']),
    amount: 114_000,
    business: 'wiseup-online',
    productCode: product.productCode,
    document: '390.533.447-05',
    paymentMethods: [{ method: 'pix' }],
    ...change,
  };
}

test('a payment without a quote, repeated an hour later, has the same answer, not another price', async () => {
  const buyer = world.newBuyer();
  world.gateway.behavior = 'await';
  const body = await pixPayment(buyer, {});
  const key = { 'idempotency-key': newSecret() };
  const first = await buyer.call('POST', '/api/v2/payment', body, key);
  expect(first.status).toBe(202);
  world.clock.advance(3_600_000);
  expect(await buyer.call('POST', '/api/v2/payment', body, key)).toEqual(first);
  const other = await buyer.call('POST', '/api/v2/payment', { ...body, planType: 'semester', amount: 71_400 }, key);
  expect(other).toMatchObject({ status: 422, json: { code: 'key-reused' } });
  expect(world.gateway.starts).toBe(1);
});

test('a repeated payment is not refused for the voucher’s last use, which it took itself', async () => {
  const buyer = world.newBuyer();
  world.gateway.behavior = 'capture';
  const body = await pixPayment(buyer, { voucher: 'so-uma-vez', amount: 104_000 });
  const key = { 'idempotency-key': newSecret() };
  const first = await buyer.call('POST', '/api/v2/payment', body, key);
  expect(first.status).toBe(201);
  world.clock.advance(3_600_000);
  expect(await buyer.call('POST', '/api/v2/payment', body, key)).toEqual(first);
});

test('an order that a voucher covers is confirmed without a method, once', async () => {
  const buyer = world.newBuyer();
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const bought = { productCode: 'meusucesso', voucher: 'bolsa-integral' };
  const starts = world.gateway.starts;
  const body = { ...contact, ...bought, business: 'meusucesso', amount: 0, paymentMethods: [] };
  const key = { 'idempotency-key': newSecret() };
  const first = await buyer.call('POST', '/api/v2/payment', body, key);
  expect(first).toMatchObject({
    status: 201,
    json: { attemptId: null, state: 'captured', route: '/success', redirect: null, expiresAt: null },
  });
  expect(await buyer.call('POST', '/api/v2/payment', body, key)).toEqual(first);
  expect(await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() })).toMatchObject({
    status: 409,
    json: { code: 'order-paid' },
  });
  expect(world.gateway.starts).toBe(starts);
});

test('an order above zero is not paid by omitting the method', async () => {
  const buyer = world.newBuyer();
  const body = await pixPayment(buyer, { paymentMethods: [] });
  const answer = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  expect(answer.json['code']).toBe('tender-mix-not-offered');
});
