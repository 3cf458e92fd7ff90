import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import {
  type ApiAnswer,
  type ApiBuyer,
  type ApiWorld,
  createApiWorld,
} from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';

/** Fewer connections than waiting buyers: a payment that held one during a gateway call would block the others. */
const connections = 3;
const waiting = 8;

let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: connections });
  world = await createApiWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const product = { productCode: 'wise-up-online', seller: 'ana', source: 'campanha' };

async function pay(buyer: ApiBuyer, method: object, key = newSecret()): Promise<ApiAnswer> {
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, ...product });
  const body = {
    ...{ sfLeadId: String(lead.json['id']), amount: 114_000, business: 'wiseup-online' },
    ...{ productCode: product.productCode, document: '390.533.447-05', paymentMethods: [method] },
  };
  return buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': key });
}

function card(): object {
  const part = (bytes: number): string => Buffer.alloc(bytes, newSecret()).toString('base64url');
  const token = [part(60), part(256), part(12), part(90), part(16)].join('.');
  return { method: 'credit-card', fields: { token, brand: 'visa', last4: '1111', expiry: '12/30' } };
}

test('T-29 a silent gateway delays no other buyer; its own buyers are answered with a pending state', async () => {
  let giveUp: (() => void) | undefined;
  const silence = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const begin = world.gateway.start.bind(world.gateway);
  world.gateway.start = async (charge) => {
    const answer = await begin(charge);
    if (charge.method !== 'credit-card') return answer;
    await silence;
    return { kind: 'silent', reason: 'timed-out' };
  };
  world.gateway.behavior = 'silent-after';
  let answered = 0;
  const all = Array.from({ length: waiting }, async () => {
    const answer = await pay(world.newBuyer(), card());
    answered += 1;
    return answer;
  });
  await expect.poll(() => world.gateway.starts, { timeout: 15_000 }).toBe(waiting);

  world.gateway.behavior = 'await';
  const other = world.newBuyer();
  const code = await pay(other, { method: 'pix' });
  expect(code).toMatchObject({ status: 202, json: { state: 'awaiting-buyer' } });
  world.gateway.receive(String(code.json['attemptId']));
  await world.notify(String(code.json['attemptId']));
  const status = await other.call('GET', `/api/v1/order/${String(code.json['orderId'])}/status`);
  expect(status.json).toMatchObject({ state: 'paid' });
  expect(answered).toBe(0);

  giveUp?.();
  for (const answer of await Promise.all(all))
    expect(answer).toMatchObject({ status: 202, json: { state: 'unknown', route: '/parsing' } });
  await world.runJobs();
  const paid = await database.db.selectFrom('orders').select('state').execute();
  expect(paid.map(({ state }) => state)).toEqual(Array.from({ length: waiting + 1 }, () => 'paid'));
  expect(await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() })).toEqual([]);
});
