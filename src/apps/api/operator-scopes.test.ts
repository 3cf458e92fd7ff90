import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offerById } from '#src/domain/sales/custom-offers/index.server.ts';
import { fullAccess } from '#src/kernel/env/operator-scopes.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { webhooksTo } from '#tests/support/worlds/webhook-world.server.ts';

const tokenOf = (name: string): string => `${name}-of-the-school-says-a-long-word-of-their-own`;
const operator = (
  name: string,
  acts: readonly ('refunds' | 'offers' | 'evidence' | 'payouts' | 'webhooks-read')[],
) => ({
  ...{ name, token: tokenOf(name) },
  scopes: [{ acts, brands: [name.startsWith('own') ? 'school' : 'medcof'] }],
});
const all = ['refunds', 'offers', 'evidence', 'payouts', 'webhooks-read'] as const;
const operators = [
  { name: 'whole', token: tokenOf('whole'), scopes: fullAccess },
  operator('own', all),
  operator('own-reader', ['evidence']),
  operator('other', all),
];

let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  const { catalog, rails } = createDomainWorld(database).ctx;
  const webhooks = webhooksTo('https://school.example');
  world = await createApiWorld(database, { operators }, { webhooks, catalog, rails });
});
afterAll(async () => {
  await world.close();
  await database.close();
});

async function paid() {
  const { session, lead, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  return { orderId, leadId: lead.id };
}

const ask = (name: string, method: 'GET' | 'POST', path: string, body?: unknown) =>
  world.newBuyer().call(method, `/api/v1${path}`, body, {
    authorization: `Bearer ${tokenOf(name)}`,
    'idempotency-key': newSecret(),
  });

describe('an offer far below the list price', () => {
  const offerOf = (leadId: string, amount: number) => ({
    ...{ leadId, planId: 'plan-year', amount, seller: 'ana', expiresOn: '2099-12-31' },
  });

  test('waits for a second operator of the brand; its link opens nothing before', async () => {
    const { leadId } = await paid();
    const made = await ask('own', 'POST', '/custom-offers', offerOf(leadId, 100));
    expect([made.status, made.json['state']]).toEqual([201, 'waiting']);
    const offerId = String(made.json['id']);
    expect(await offerById(database.db, offerId)).toBeNull();
    const waiting = (await ask('whole', 'GET', '/custom-offers/waiting')).json['offers'];
    expect(waiting).toMatchObject([{ id: offerId, amount: 100, currency: 'BRL', askedBy: 'own' }]);
    expect((await ask('other', 'GET', '/custom-offers/waiting')).json['offers']).toEqual([]);
    const yes = (name: string, amount = 100) => ask(name, 'POST', `/custom-offers/${offerId}/confirm`, { amount });
    expect((await yes('own')).json['code']).toBe('own-offer');
    expect((await yes('other')).status).toBe(404);
    expect((await yes('whole', 101)).json['code']).toBe('offer-changed');
    expect((await yes('whole')).status).toBe(200);
    expect((await yes('whole')).status).toBe(200);
    expect(await offerById(database.db, offerId)).toMatchObject({ price: { amount: 100n } });
    const alone = database.db.updateTable('custom_offers').set({ confirmed_by: 'own' }).where('id', '=', offerId);
    await expect(alone.execute()).rejects.toThrow('custom_offers_two_operators');
  });

  test('may be approved for 48 hours', async () => {
    const { leadId } = await paid();
    const { json } = await ask('own', 'POST', '/custom-offers', offerOf(leadId, 100));
    world.clock.advance(49 * 3_600_000);
    expect((await ask('whole', 'GET', '/custom-offers/waiting')).json['offers']).toEqual([]);
    const late = await ask('whole', 'POST', `/custom-offers/${String(json['id'])}/confirm`, { amount: 100 });
    expect(late.status).toBe(404);
  });

  test.each([
    [56_999, 'waiting'],
    [57_000, 'open'],
  ])('is one below half of it: %i is %s', async (amount, state) => {
    const { leadId } = await paid();
    expect((await ask('own', 'POST', '/custom-offers', offerOf(leadId, amount))).json['state']).toBe(state);
  });

  test('is refused where no other operator could approve it', async () => {
    const { leadId } = await paid();
    const { catalog, rails } = createDomainWorld(database).ctx;
    const alone = await createApiWorld(database, { operators: [operator('own', all)] }, { catalog, rails });
    const headers = { authorization: `Bearer ${tokenOf('own')}` };
    const refused = await alone.newBuyer().call('POST', '/api/v1/custom-offers', offerOf(leadId, 100), headers);
    await alone.close();
    expect(refused.json['code']).toBe('second-operator-needed');
  });
});

describe('an operator’s scope', () => {
  test('refuses acts outside it, also for missing objects', async () => {
    const { orderId, leadId } = await paid();
    const offer = { leadId, planId: 'plan-year', amount: 99_000, seller: 'ana', expiresOn: '2099-12-31' };
    const refund = { refundId: newSecret(), amount: 100, reason: 'x' };
    const asked = [
      await ask('own-reader', 'POST', `/orders/${orderId}/refunds`, refund),
      await ask('own-reader', 'POST', '/custom-offers', offer),
      await ask('own-reader', 'GET', '/payouts'),
      await ask('own-reader', 'GET', '/refunds/waiting'),
      await ask('own-reader', 'GET', '/webhooks/endpoints'),
    ];
    expect(asked.map(({ status, json }) => [status, json['code']])).toEqual(asked.map(() => [403, 'act-not-allowed']));
  });

  test('hides objects of other brands: single ones are missing, and lists omit them', async () => {
    const { orderId, leadId } = await paid();
    const offer = { leadId, planId: 'plan-year', amount: 99_000, seller: 'ana', expiresOn: '2099-12-31' };
    const refund = { refundId: newSecret(), amount: 100, reason: 'x' };
    const statusOf = async (name: string) => [
      (await ask(name, 'POST', `/orders/${orderId}/refunds`, refund)).status,
      (await ask(name, 'POST', '/custom-offers', offer)).status,
      (await ask(name, 'GET', '/webhooks/endpoints/school/platform/deliveries')).status,
      ((await ask(name, 'GET', '/webhooks/endpoints')).json['endpoints'] as readonly unknown[]).length,
    ];
    expect(await statusOf('other')).toEqual([404, 404, 404, 0]);
    expect(await statusOf('own')).toEqual([202, 201, 200, 1]);
    expect(await statusOf('whole')).toEqual([202, 201, 200, 2]);
  });

  test('is required of a second approver: an operator who may not approve in this brand is none', async () => {
    const { orderId } = await paid();
    await database.pool.query(
      `insert into pending_refunds (id, order_id, amount, currency, reason, state, requested_by, requested_at, expires_at)
       values ($1, $2, 100, 'BRL', 'x', 'waiting', 'whole', now(), now() + interval '1 day')`,
      [orderId.replace('ord_', 'refund-'), orderId],
    );
    const path = `/refunds/${orderId.replace('ord_', 'refund-')}`;
    expect((await ask('other', 'POST', `${path}/confirm`, { amount: 100 })).status).toBe(404);
    expect((await ask('other', 'POST', `${path}/turn-down`, {})).status).toBe(404);
    expect((await ask('own', 'POST', `${path}/turn-down`, {})).status).not.toBe(404);
  });
});
