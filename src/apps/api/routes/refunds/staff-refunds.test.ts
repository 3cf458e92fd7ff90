import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fullAccess } from '#src/kernel/env/operator-scopes.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';

const tokenOf = (name: string): string => `${name}-of-the-school-says-a-long-word-of-their-own`;
const as = (name: string) => ({ authorization: `Bearer ${tokenOf(name)}` });
const ana = { name: 'ana', token: tokenOf('ana'), scopes: fullAccess };
const bia = { name: 'bia', token: tokenOf('bia'), scopes: fullAccess };

let database: TestDatabase;
/** Two servers on one database: a school with two operators, and one with a single operator. */
let world: ApiWorld;
let alone: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database, { operators: [ana, bia] });
  const { gateways, jobs } = world.ctx;
  alone = await createApiWorld(database, { operators: [ana] }, { gateways, jobs });
});
afterAll(async () => {
  await world.close();
  await alone.close();
  await database.close();
});
beforeEach(() => {
  world.gateway.behavior = 'capture';
});

const price = 598_800;

/** An order of R$ 5.988,00 paid by card. */
async function paidOrder(): Promise<string> {
  const buyer = world.newBuyer();
  const product = { productCode: 'medcof', seller: 'caio', source: 'campanha' };
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, ...product });
  const part = (bytes: number): string => Buffer.alloc(bytes, newSecret()).toString('base64url');
  const token = [part(60), part(256), part(12), part(90), part(16)].join('.');
  const fields = { token, brand: 'visa', last4: '1111', expiry: '12/30' };
  const body = {
    ...{ sfLeadId: String(lead.json['id']), amount: price, business: 'medcof', productCode: 'medcof' },
    ...{ document: '390.533.447-05', paymentMethods: [{ method: 'credit-card', fields }] },
  };
  const paid = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  expect(paid.json).toMatchObject({ route: '/success' });
  return String(paid.json['orderId']);
}

const refundOf = (amount: number) => ({ refundId: newSecret(), amount, reason: 'desistência' });
const call = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, body?: unknown) =>
  world.newBuyer().call(method, url, body, headers);
const decide = (
  refundId: string,
  what: 'confirm' | 'turn-down',
  headers: Record<string, string>,
  agreed: number = price,
) => call('POST', `/api/v1/refunds/${refundId}/${what}`, headers, what === 'confirm' ? { amount: agreed } : {});

describe('a refund above an operator’s limit', () => {
  test('waits, is listed, and is made when the other operator approves', async () => {
    const orderId = await paidOrder();
    const url = `/api/v1/orders/${orderId}/refunds`;
    const body = refundOf(price);
    const asked = await call('POST', url, as('ana'), body);
    expect(asked).toMatchObject({ status: 202, json: { state: 'waiting', parts: [], amount: price } });
    expect((await call('POST', url, as('bia'), body)).json).toEqual(asked.json);

    const list = await call('GET', '/api/v1/refunds/waiting', as('bia'));
    const { refundId, amount, reason } = body;
    expect(list.json['refunds']).toEqual([
      {
        ...{ refundId, orderId, amount, currency: 'BRL', reason, askedBy: 'token:ana' },
        ...{ askedAt: expect.any(String), expiresAt: asked.json['expiresAt'] },
      },
    ]);
    expect(JSON.stringify(list.json)).not.toContain('long-word');

    expect(await decide(refundId, 'confirm', as('ana'))).toMatchObject({ status: 409, json: { code: 'own-refund' } });
    expect(world.sent.filter(({ job }) => job === 'refund-part')).toEqual([]);
    expect(await decide(refundId, 'confirm', as('bia'), price - 1)).toMatchObject({
      ...{ status: 409, json: { code: 'refund-changed' } },
    });
    expect((await decide(refundId, 'confirm', as('bia'), 0)).status).toBe(422);
    expect(world.sent.filter(({ job }) => job === 'refund-part')).toEqual([]);
    const agreed = await decide(refundId, 'confirm', as('bia'));
    expect(agreed).toMatchObject({ status: 202, json: { state: 'sent', expiresAt: null, parts: [{ amount: price }] } });
    await world.runJobs();
    expect((await decide(refundId, 'confirm', as('bia'))).json['parts']).toMatchObject([{ state: 'done' }]);
    expect((await call('POST', url, as('ana'), body)).json).toMatchObject({
      state: 'sent',
      parts: [{ state: 'done' }],
    });
    expect((await call('GET', '/api/v1/refunds/waiting', as('ana'))).json).toEqual({ refunds: [] });
    const order = await database.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst();
    expect(order).toEqual({ state: 'refunded' });
  });

  test('is rejected, and never made afterwards', async () => {
    const url = `/api/v1/orders/${await paidOrder()}/refunds`;
    const body = refundOf(200_001);
    await call('POST', url, as('ana'), body);
    const no = await decide(body.refundId, 'turn-down', as('bia'));
    expect(no).toMatchObject({ status: 200, json: { state: 'turned-down', parts: [] } });
    expect((await decide(body.refundId, 'confirm', as('bia'))).json).toMatchObject({ code: 'refund-over' });
    expect((await call('POST', url, as('ana'), body)).json).toMatchObject({ state: 'turned-down' });
  });

  test('is refused with its own code where only one operator exists; up to the limit it is made', async () => {
    const url = `/api/v1/orders/${await paidOrder()}/refunds`;
    const refused = await alone.newBuyer().call('POST', url, refundOf(200_001), as('ana'));
    expect(refused).toMatchObject({ status: 409, json: { code: 'second-operator-needed' } });
    const sent = await alone.newBuyer().call('POST', url, refundOf(200_000), as('ana'));
    expect(sent).toMatchObject({ status: 202, json: { state: 'sent' } });
    const more = await alone.newBuyer().call('POST', url, refundOf(1), as('ana'));
    expect(more.json).toMatchObject({ code: 'second-operator-needed' });
    await world.runJobs();
  });

  test.each(['second-', 'withdrawal-', 'ref_'])('is refused under a reserved key: %s', async (own) => {
    const orderId = await paidOrder();
    const body = { ...refundOf(100), refundId: `${own}${orderId}` };
    const refused = await call('POST', `/api/v1/orders/${orderId}/refunds`, as('ana'), body);
    expect(refused).toMatchObject({ status: 422, json: { code: 'fields-invalid' } });
    expect(JSON.stringify(refused.json['errors'])).toContain('refundId');
    const rows = await database.db.selectFrom('refund_requests').select('id').where('order_id', '=', orderId).execute();
    expect(rows).toEqual([]);
  });

  test('is hidden from strangers while it waits, and an unknown key is not found', async () => {
    const url = `/api/v1/orders/${await paidOrder()}/refunds`;
    const body = refundOf(price);
    expect((await call('POST', url, as('ana'), body)).json).toMatchObject({ state: 'waiting' });
    const none = newSecret();
    const answerOf = ({ status, json }: Awaited<ReturnType<typeof call>>) => ({ ...json, status, instance: '' });
    for (const headers of [{}, as('caio')] as Record<string, string>[]) {
      expect((await call('GET', '/api/v1/refunds/waiting', headers)).status).toBe(404);
      for (const what of ['confirm', 'turn-down'] as const) {
        const asked = answerOf(await decide(body.refundId, what, headers));
        expect(asked).toMatchObject({ status: 404, code: 'not-found' });
        expect(asked).toEqual(answerOf(await decide(none, what, headers)));
      }
    }
    expect((await call('POST', url, as('ana'), body)).json).toMatchObject({ state: 'waiting', parts: [] });
    expect((await decide(body.refundId, 'turn-down', as('ana'))).json).toMatchObject({ state: 'turned-down' });
    expect((await decide(none, 'confirm', as('bia'))).json).toMatchObject({ code: 'not-found' });
    expect((await decide('short', 'confirm', as('bia'))).status).toBe(422);
  });
});

test('all money invariants hold in the simulator’s own ledger', async () => {
  const book = bookOf([world.gateway]);
  expect(await invariantViolations(database.pool, book, { now: world.clock.now() })).toEqual([]);
});
