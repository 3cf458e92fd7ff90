import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#src/apps/outside-world/accounts.server.ts';
import { issueCapability } from '#src/domain/capabilities/index.server.ts';
import { createSubscription } from '#src/domain/subscriptions/index.server.ts';
import { createTestAcquirerGateway } from '#src/gateways/test-acquirer/gateway.server.ts';
import { passCookie } from '#src/kernel/http/pass-cookies.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiBuyer, type ApiWorld, createApiWorld } from '#tests/support/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { cardToken } from '#tests/gateway-suite/charges.server.ts';
import { openOutsideStage, type OutsideStage } from '#tests/gateway-suite/outside-stage.server.ts';

let database: TestDatabase;
let world: ApiWorld;
let stage: OutsideStage;
beforeAll(async () => {
  [database, stage] = await Promise.all([createTestDatabase(), openOutsideStage()]);
  world = await createApiWorld(database);
  const { acquirer } = sandboxSecrets;
  const gateway = createTestAcquirerGateway({
    baseUrl: `${stage.world.origin}/acquirer`,
    merchant: acquirer.merchant,
    secret: acquirer.secret,
    notificationKeys: [acquirer.notificationSecret],
    clock: stage.clock,
  });
  Object.assign(world.ctx.gateways, { choose: () => gateway, byId: () => gateway, all: () => [gateway] });
});
afterEach(async () => {
  await database.db.deleteFrom('means_tries').execute();
});
afterAll(async () => {
  await world.close();
  await Promise.all([database.close(), stage.close()]);
});

const good = '4111111111111111';
const product = { productCode: 'wise-up-online', seller: 'ana', source: 'campanha' };
const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
const idOf = (json: Record<string, unknown>, name: string): string => String(json[name]);
const savedOf = (json: Record<string, unknown>): string => String(Object(json['paymentProfileIds'])[0]);

async function leadOf(buyer: ApiBuyer, change: Record<string, string> = {}): Promise<string> {
  return idOf((await buyer.call('POST', '/api/v1/lead', { ...contact, ...product, ...change })).json, 'id');
}

async function cardFields(number: string, change: Record<string, string> = {}): Promise<Record<string, string>> {
  const card = { brand: 'visa', last4: number.slice(-4), expiry: '12/30', document: '390.533.447-05' };
  return { token: await cardToken(stage, number), ...card, ...change };
}

function pay(buyer: ApiBuyer, leadId: string, method: string, fields: Record<string, string>, more: object = {}) {
  const body = {
    ...{ sfLeadId: leadId, amount: 114_000, business: 'wiseup-online', productCode: product.productCode },
    paymentMethods: [{ method, fields, ...more }],
  };
  return buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
}

/** A purchase whose card is kept; the same browser begins another one. */
async function boughtAndBack(): Promise<{ buyer: ApiBuyer; saved: string; leadId: string }> {
  const buyer = world.newBuyer();
  const first = await leadOf(buyer);
  const paid = await pay(buyer, first, 'credit-card', await cardFields(good, { keep: 'yes' }));
  expect([paid.status, paid.json['state']]).toEqual([201, 'captured']);
  const leadId = await leadOf(buyer, { flowId: 'livelo' });
  expect(leadId).not.toBe(first);
  return { buyer, saved: savedOf(paid.json), leadId };
}

describe('a card that is kept', () => {
  test('only where its holder said so, and never its number', async () => {
    const buyer = world.newBuyer();
    const paid = await pay(buyer, await leadOf(buyer), 'credit-card', await cardFields(good));
    expect(paid.json).toMatchObject({ state: 'captured', paymentProfileIds: [] });
    const { saved } = await boughtAndBack();
    const row = await database.db
      .selectFrom('payment_profiles')
      .selectAll()
      .where('id', '=', saved)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      brand: 'visa',
      last4: '1111',
      scheme_transaction_id: expect.stringMatching(/^[0-9A-F]{15}$/),
    });
    expect(row.token).not.toContain('svd_');
    const consent = await database.db
      .selectFrom('consents')
      .selectAll()
      .where('id', '=', row.consent_id ?? '')
      .executeTakeFirst();
    expect(consent).toMatchObject({ kind: 'keep-means', accepted: true, label: 'method.card.keep', ip: '127.0.0.1' });
  });

  test('pays the next purchase of the same browser and address, named to its scheme', async () => {
    const { buyer, saved, leadId } = await boughtAndBack();
    const list = await buyer.call('GET', `/api/v1/lead/${leadId}/payment-profiles`);
    expect(list.json['profiles']).toEqual([{ id: saved, brand: 'visa', last4: '1111', expiry: expect.any(String) }]);
    const paid = await pay(buyer, leadId, 'credit-card', { paymentProfileId: saved });
    expect([paid.status, paid.json['state']]).toEqual([201, 'captured']);
    const attempt = await database.db
      .selectFrom('attempts')
      .select('kept')
      .where('id', '=', idOf(paid.json, 'attemptId'))
      .executeTakeFirst();
    expect(attempt?.kept).toMatchObject({ brand: 'visa', last4: '1111' });
  });

  test('of somebody else is refused, also of the same address in another browser', async () => {
    const { saved } = await boughtAndBack();
    const stranger = world.newBuyer();
    const leadId = await leadOf(stranger);
    const refused = await pay(stranger, leadId, 'credit-card', { paymentProfileId: saved });
    expect([refused.status, refused.json['code']]).toEqual([422, 'fields-invalid']);
    expect((await stranger.call('GET', `/api/v1/lead/${leadId}/payment-profiles`)).json).toEqual({ profiles: [] });
    expect((await stranger.call('DELETE', `/api/v1/lead/${leadId}/payment-profiles/${saved}`)).status).toBe(404);
  });

  test('is not for another address in the same browser', async () => {
    const { buyer, saved } = await boughtAndBack();
    const leadId = await leadOf(buyer, { email: 'outra@exemplo.com.br', flowId: 'pix' });
    expect((await pay(buyer, leadId, 'credit-card', { paymentProfileId: saved })).status).toBe(422);
  });

  test('is replaced by the same card anew, and forgotten when its holder says so', async () => {
    const { buyer, saved, leadId } = await boughtAndBack();
    const again = await pay(buyer, leadId, 'credit-card', await cardFields(good, { keep: 'yes' }));
    const newer = savedOf(again.json);
    const old = await database.db.selectFrom('payment_profiles').selectAll().where('id', '=', saved).executeTakeFirst();
    expect(old).toMatchObject({ replaced_by: newer, deleted_at: expect.any(Date) });
    expect((await buyer.call('DELETE', `/api/v1/lead/${leadId}/payment-profiles/${newer}`)).status).toBe(204);
    expect((await buyer.call('GET', `/api/v1/lead/${leadId}/payment-profiles`)).json).toEqual({ profiles: [] });
    expect((await buyer.call('DELETE', `/api/v1/lead/${leadId}/payment-profiles/${newer}`)).status).toBe(404);
  });
});

describe('a card that the bank never wants to see again', () => {
  test('is not shown to it twice, by whomever', async () => {
    const charges = (): number => stage.world.book().charges.length;
    const number = '6362970000457013';
    const try1 = world.newBuyer();
    const first = await pay(try1, await leadOf(try1), 'credit-card', await cardFields(number));
    expect([first.status, first.json['declineCode']]).toEqual([402, 'card-not-permitted']);
    const asked = charges();
    const try2 = world.newBuyer();
    const second = await pay(try2, await leadOf(try2), 'credit-card', await cardFields(number));
    expect([second.status, second.json['declineCode']]).toEqual([402, 'card-not-again']);
    expect(charges()).toBe(asked);
  });

  test('a card of another country does not split its price', async () => {
    const buyer = world.newBuyer();
    const leadId = await leadOf(buyer);
    const refused = await pay(buyer, leadId, 'credit-card', await cardFields('4000000000001174'), { installments: 12 });
    expect([refused.status, refused.json['declineCode']]).toEqual([402, 'foreign-installments']);
    expect((await pay(buyer, leadId, 'credit-card', await cardFields('4000000000001174'))).status).toBe(201);
  });
});

describe('checking a card without money', () => {
  async function subscription(buyer: ApiBuyer): Promise<string> {
    return createSubscription(world.ctx, {
      ...{ leadId: await leadOf(buyer), brand: 'wise-up', variant: 'online', business: 'wiseup-online' },
      ...{ productCode: product.productCode, planId: 'wup-annual-t', market: 'BR', locale: 'pt-BR' },
      ...{
        price: { amount: 114_000n, currency: 'BRL' },
        state: 'active',
        termFrom: '2026-01-01',
        termTo: '2027-01-01',
      },
    });
  }
  const check = (buyer: ApiBuyer, id: string, fields: unknown, key = newSecret()) =>
    buyer.call(
      'POST',
      `/api/v2/subscription/${id}/custom-sale/verify-card`,
      { method: 'credit-card', fields },
      { 'idempotency-key': key },
    );

  test('good, refused, not known by its scheme; kept when asked; one key is one check', async () => {
    const buyer = world.newBuyer();
    const id = await subscription(buyer);
    const key = newSecret();
    const fields = await cardFields(good, { keep: 'yes' });
    const first = await check(buyer, id, fields, key);
    expect(first).toMatchObject({
      status: 200,
      json: { valid: true, declineCode: null, paymentProfileIds: [expect.any(String)] },
    });
    expect((await check(buyer, id, fields, key)).json).toMatchObject({ valid: true });
    expect((await check(buyer, id, await cardFields('4012001037141112'))).json).toMatchObject({
      valid: false,
      declineCode: 'card-declined',
    });
    expect((await check(buyer, id, await cardFields('36490102462661', { brand: 'diners' }))).json).toMatchObject({
      valid: false,
    });
    expect(stage.world.book().charges.every(({ amount }) => amount > 0)).toBe(true);
  });

  test('counts as a try', async () => {
    const buyer = world.newBuyer();
    const id = await subscription(buyer);
    for (let count = 0; count < 4; count += 1) await check(buyer, id, await cardFields('4012001037141112'));
    expect((await check(buyer, id, await cardFields('4012001037141112'))).json).toMatchObject({
      valid: false,
      declineCode: 'card-tries-used-up',
    });
  });

  test('not by strangers, not with a number, but by the link of a letter', async () => {
    const buyer = world.newBuyer();
    const id = await subscription(buyer);
    const stranger = world.newBuyer();
    await leadOf(stranger);
    expect((await check(stranger, id, await cardFields(good))).status).toBe(404);
    expect((await check(buyer, id, { ...(await cardFields(good)), note: good })).json['code']).toBe(
      'card-number-refused',
    );
    const reader = world.newBuyer();
    reader.cookie = passCookie(id, await issueCapability(world.ctx, world.ctx.db, id), false).split(';')[0] ?? '';
    expect((await check(reader, id, await cardFields(good))).json).toMatchObject({ valid: true });
  });
});
