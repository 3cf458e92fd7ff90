import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';

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

test('the payment instructions reach a buyer who was answered before the gateway', async () => {
  world.gateway.behavior = 'await';
  const begin = world.gateway.start.bind(world.gateway);
  world.gateway.start = async (charge) => {
    await begin(charge);
    return { kind: 'silent', reason: 'timed-out' };
  };
  const buyer = world.newBuyer();
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, ...product });
  const body = {
    ...{ sfLeadId: String(lead.json['id']), amount: 114_000, business: 'wiseup-online' },
    ...{ productCode: product.productCode, document: '390.533.447-05', paymentMethods: [{ method: 'pix' }] },
  };
  const paid = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  expect(paid).toMatchObject({ status: 202, json: { state: 'unknown', instructions: null } });

  world.clock.advance(30_000);
  const status = `/api/v1/order/${String(paid.json['orderId'])}/status`;
  const plain = await buyer.call('GET', status);
  expect(plain.json['attempt']).not.toHaveProperty('instructions');
  const shown = await buyer.call('GET', `${status}?show=instructions`);
  expect(shown).toMatchObject({
    status: 200,
    json: { attempt: { state: 'awaiting-buyer', instructions: { code: expect.any(String), qr: expect.any(String) } } },
  });
  expect((await world.newBuyer().call('GET', `${status}?show=instructions`)).status).toBe(404);
});
