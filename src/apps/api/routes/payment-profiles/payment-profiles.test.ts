import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import { createSubscription } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { magicLinkCookie } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type AcquirerApi, openAcquirerApi, wiseUpOnline } from '#tests/support/worlds/acquirer-world.server.ts';
import { cardToken, codeToken } from '#tests/gateways/suite/charges.server.ts';
import type { ApiBuyer } from '#tests/support/worlds/api-world.server.ts';

let api: AcquirerApi;
beforeAll(async () => {
  api = await openAcquirerApi();
});
afterEach(async () => {
  await api.database.db.deleteFrom('card_attempts').execute();
});
afterAll(() => api.close());

const good = '4111111111111111';
const idOf = (json: Record<string, unknown>, name: string): string => String(json[name]);
const savedOf = (json: Record<string, unknown>): string => String(Object(json['paymentProfileIds'])[0]);
const leadOf: AcquirerApi['leadOf'] = (...given) => api.leadOf(...given);
const cardFields: AcquirerApi['cardFields'] = (...given) => api.cardFields(...given);
const pay = (buyer: ApiBuyer, leadId: string, method: string, fields: Record<string, string>, more: object = {}) =>
  api.pay(buyer, leadId, [{ method, fields, ...more }]);

/** A purchase with a saved card, and another lead of the same browser. */
async function boughtAndBack(): Promise<{ buyer: ApiBuyer; saved: string; leadId: string }> {
  const buyer = api.world.newBuyer();
  const first = await leadOf(buyer);
  const paid = await pay(buyer, first, 'credit-card', await cardFields(good, { keep: 'yes' }));
  expect([paid.status, paid.json['state']]).toEqual([201, 'captured']);
  const leadId = await leadOf(buyer, { flowId: 'livelo' });
  expect(leadId).not.toBe(first);
  return { buyer, saved: savedOf(paid.json), leadId };
}

describe('a saved card', () => {
  test('is saved only with its holder’s consent, and never its number', async () => {
    const buyer = api.world.newBuyer();
    const paid = await pay(buyer, await leadOf(buyer), 'credit-card', await cardFields(good));
    expect(paid.json).toMatchObject({ state: 'captured', paymentProfileIds: [] });
    const { saved } = await boughtAndBack();
    const row = await api.database.db
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
    const consent = await api.database.db
      .selectFrom('consents')
      .selectAll()
      .where('id', '=', row.consent_id ?? '')
      .executeTakeFirst();
    expect(consent).toMatchObject({
      kind: 'save-instrument',
      accepted: true,
      label: 'method.card.keep',
      ip: '127.0.0.1',
    });
  });

  test('pays the next purchase of the same browser and address, with its scheme’s transaction id', async () => {
    const { buyer, saved, leadId } = await boughtAndBack();
    const list = await buyer.call('GET', `/api/v1/lead/${leadId}/payment-profiles`);
    expect(list.json['profiles']).toEqual([{ id: saved, brand: 'visa', last4: '1111', expiry: expect.any(String) }]);
    const paid = await pay(buyer, leadId, 'credit-card', { paymentProfileId: saved });
    expect([paid.status, paid.json['state']]).toEqual([201, 'captured']);
    const attempt = await api.database.db
      .selectFrom('attempts')
      .select('kept')
      .where('id', '=', idOf(paid.json, 'attemptId'))
      .executeTakeFirst();
    expect(attempt?.kept).toMatchObject({ brand: 'visa', last4: '1111' });
  });

  test('of a brand that requires the security code again pays only with it', async () => {
    const buyer = api.world.newBuyer();
    const amex = '371449635398431';
    const typed = {
      ...(await cardFields(amex, { keep: 'yes', brand: 'american_express' })),
      token: await cardToken(api.sandboxWorld, amex, { securityCode: '1234' }),
    };
    const first = await pay(buyer, await leadOf(buyer), 'credit-card', typed);
    const paymentProfileId = savedOf(first.json);
    const leadId = await leadOf(buyer, { flowId: 'livelo' });
    const without = await pay(buyer, leadId, 'default-credit-card', { paymentProfileId });
    expect([without.status, without.json['code']]).toEqual([422, 'fields-invalid']);
    const wrong = { paymentProfileId, token: await codeToken(api.sandboxWorld, '0000') };
    expect((await pay(buyer, leadId, 'default-credit-card', wrong)).json).toMatchObject({ state: 'declined' });
    const token = await codeToken(api.sandboxWorld, '1234');
    const paid = await pay(buyer, leadId, 'default-credit-card', { paymentProfileId, token });
    expect([paid.status, paid.json['state']]).toEqual([201, 'captured']);
    const kept = await api.database.db.selectFrom('attempts').select('kept').execute();
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test('of another person is refused, also of the same address in another browser', async () => {
    const { saved } = await boughtAndBack();
    const otherBuyer = api.world.newBuyer();
    const leadId = await leadOf(otherBuyer);
    const refused = await pay(otherBuyer, leadId, 'credit-card', { paymentProfileId: saved });
    expect([refused.status, refused.json['code']]).toEqual([422, 'fields-invalid']);
    expect((await otherBuyer.call('GET', `/api/v1/lead/${leadId}/payment-profiles`)).json).toEqual({ profiles: [] });
    expect((await otherBuyer.call('DELETE', `/api/v1/lead/${leadId}/payment-profiles/${saved}`)).status).toBe(404);
  });

  test('is not available to another address in the same browser', async () => {
    const { buyer, saved } = await boughtAndBack();
    const leadId = await leadOf(buyer, { email: 'outra@exemplo.com.br', flowId: 'pix' });
    expect((await pay(buyer, leadId, 'credit-card', { paymentProfileId: saved })).status).toBe(422);
  });

  test('is replaced when it is saved anew, and deleted when its holder requests it', async () => {
    const { buyer, saved, leadId } = await boughtAndBack();
    const again = await pay(buyer, leadId, 'credit-card', await cardFields(good, { keep: 'yes' }));
    const newer = savedOf(again.json);
    const old = await api.database.db
      .selectFrom('payment_profiles')
      .selectAll()
      .where('id', '=', saved)
      .executeTakeFirst();
    expect(old).toMatchObject({ replaced_by: newer, deleted_at: expect.any(Date) });
    expect((await buyer.call('DELETE', `/api/v1/lead/${leadId}/payment-profiles/${newer}`)).status).toBe(204);
    expect((await buyer.call('GET', `/api/v1/lead/${leadId}/payment-profiles`)).json).toEqual({ profiles: [] });
    expect((await buyer.call('DELETE', `/api/v1/lead/${leadId}/payment-profiles/${newer}`)).status).toBe(404);
  });
});

describe('a card declined for good', () => {
  test('is not sent to its bank twice, by any buyer', async () => {
    const charges = (): number => api.sandboxWorld.world.book().charges.length;
    const number = '6362970000457013';
    const try1 = api.world.newBuyer();
    const first = await pay(try1, await leadOf(try1), 'credit-card', await cardFields(number));
    expect([first.status, first.json['declineCode']]).toEqual([402, 'card-not-permitted']);
    const asked = charges();
    const try2 = api.world.newBuyer();
    const second = await pay(try2, await leadOf(try2), 'credit-card', await cardFields(number));
    expect([second.status, second.json['declineCode']]).toEqual([402, 'card-not-again']);
    expect(charges()).toBe(asked);
  });

  test('a foreign card cannot pay in installments', async () => {
    const buyer = api.world.newBuyer();
    const leadId = await leadOf(buyer);
    const refused = await pay(buyer, leadId, 'credit-card', await cardFields('4000000000001174'), { installments: 12 });
    expect([refused.status, refused.json['declineCode']]).toEqual([402, 'foreign-installments']);
    expect((await pay(buyer, leadId, 'credit-card', await cardFields('4000000000001174'))).status).toBe(201);
  });
});

describe('a card verification', () => {
  async function subscription(buyer: ApiBuyer): Promise<string> {
    return createSubscription(api.world.ctx, {
      ...{ leadId: await leadOf(buyer), brand: 'wise-up', variant: 'online', business: 'wiseup-online' },
      ...{ productCode: wiseUpOnline.productCode, planId: 'wup-annual-t', market: 'BR', locale: 'pt-BR' },
      ...{
        price: { amount: 114_000n, currency: 'BRL' },
        state: 'active',
        periodStart: '2026-01-01',
        periodEnd: '2027-01-01',
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

  test('is valid, declined, or unknown to its scheme; the card is saved on request; one key is one verification', async () => {
    const buyer = api.world.newBuyer();
    const id = await subscription(buyer);
    const key = newSecret();
    const fields = await cardFields(good, { keep: 'yes' });
    const first = await check(buyer, id, fields, key);
    expect(first).toMatchObject({
      status: 200,
      json: { valid: true, declineCode: null, paymentProfileIds: [expect.any(String)] },
    });
    expect((await check(buyer, id, fields, key)).json).toMatchObject({ valid: true });
    const row = await api.database.db
      .selectFrom('subscriptions')
      .select(['instrument', 'payment_profile_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ instrument: 'profile', payment_profile_id: savedOf(first.json) });
    expect((await check(buyer, id, await cardFields('4012001037141112'))).json).toMatchObject({
      valid: false,
      declineCode: 'card-declined',
    });
    expect((await check(buyer, id, await cardFields('36490102462661', { brand: 'diners' }))).json).toMatchObject({
      valid: false,
    });
    expect(api.sandboxWorld.world.book().charges.every(({ amount }) => amount > 0)).toBe(true);
  });

  test('counts as an attempt', async () => {
    const buyer = api.world.newBuyer();
    const id = await subscription(buyer);
    for (let count = 0; count < 5; count += 1) await check(buyer, id, await cardFields('4012001037141112'));
    expect((await check(buyer, id, await cardFields('4012001037141112'))).json).toMatchObject({
      valid: false,
      declineCode: 'card-tries-used-up',
    });
  });

  test('is refused without a session and with a raw number, and allowed by an e-mail’s link', async () => {
    const buyer = api.world.newBuyer();
    const id = await subscription(buyer);
    const otherBuyer = api.world.newBuyer();
    await leadOf(otherBuyer);
    expect((await check(otherBuyer, id, await cardFields(good))).status).toBe(404);
    expect((await check(buyer, id, { ...(await cardFields(good)), note: good })).json['code']).toBe(
      'card-number-refused',
    );
    const reader = api.world.newBuyer();
    reader.cookie =
      magicLinkCookie(id, await issueMagicLink(api.world.ctx, api.world.ctx.db, id), false).split(';')[0] ?? '';
    expect((await check(reader, id, await cardFields(good))).json).toMatchObject({ valid: true });
  });
});

test.each([
  ['4000000000001000', 'issuer'],
  ['4000000000001125', 'issuer'],
  ['4000000000001133', 'merchant'],
  ['5200000000001104', 'merchant'],
])('a payment with %s stores the liable party for fraud: %s', async (number, liability) => {
  const buyer = api.world.newBuyer();
  const paid = await pay(buyer, await leadOf(buyer), 'credit-card', await cardFields(number));
  const attempt = await api.database.db
    .selectFrom('attempts')
    .select('kept')
    .where('id', '=', idOf(paid.json, 'attemptId'))
    .executeTakeFirst();
  expect(attempt?.kept).toMatchObject({ liability, last4: number.slice(-4) });
});
