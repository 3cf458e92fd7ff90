import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiBuyer, type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
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

const about = { productCode: 'wise-up-online', business: 'wiseup-online' };
let people = 0;

async function lead(): Promise<{ buyer: ApiBuyer; path: string }> {
  const buyer = world.newBuyer();
  const phone = `(21) 9${String(61_000_000 + (people += 10_007)).slice(0, 4)}-${String(1000 + people).slice(-4)}`;
  const { json, status } = await buyer.call('POST', '/api/v1/lead', {
    name: 'Maria da Silva',
    email: 'maria@exemplo.com.br',
    phone,
    productCode: about.productCode,
  });
  expect(status).toBe(201);
  expect(json['phoneVerified']).toBe(false);
  return { buyer, path: `/api/v1/lead/${String(json['id'])}` };
}

describe('the phone verification calls', () => {
  test('send a code and take it once', async () => {
    const { buyer, path } = await lead();
    const sent = await buyer.call('POST', `${path}/phones/send-sms`, about);
    expect(sent.status).toBe(202);
    expect(sent.json).toEqual({ expiresAt: expect.any(String), resendAfterSeconds: 60 });
    const code = world.phones.code();
    const proved = await buyer.call('POST', `${path}/phones/validate`, { ...about, code });
    expect([proved.status, proved.json]).toEqual([200, { verified: true }]);
    const again = await buyer.call('POST', `${path}/phones/validate`, { ...about, code });
    expect([again.status, again.json['code']]).toEqual([422, 'code-refused']);
    const known = await buyer.call('PATCH', path, { relationAccount: 'mother' });
    expect(known.json).toMatchObject({ phoneVerified: true, relationAccount: 'mother' });
  });

  test('refuse a wrong code, an expired one, and one that was never sent with the same answer', async () => {
    const { buyer, path } = await lead();
    const refusals = [await buyer.call('POST', `${path}/phones/validate`, { ...about, code: '123456' })];
    await buyer.call('POST', `${path}/phones/send-sms`, about);
    const code = world.phones.code();
    const other = code === '000000' ? '000001' : '000000';
    refusals.push(await buyer.call('POST', `${path}/phones/validate`, { ...about, code: other }));
    world.clock.advance(600_000);
    refusals.push(await buyer.call('POST', `${path}/phones/validate`, { ...about, code }));
    const documents = refusals.map(({ status, json: { instance: _own, ...document } }) =>
      JSON.stringify({ status, document }),
    );
    expect(new Set(documents).size).toBe(1);
  });

  test('refuse too many with 429, a retry time and no reason', async () => {
    const { buyer, path } = await lead();
    await buyer.call('POST', `${path}/phones/send-sms`, about);
    const soon = await buyer.call('POST', `${path}/phones/send-sms`, about);
    expect([soon.status, soon.json['code']]).toEqual([429, 'code-not-sent']);
    world.phones.outcome = 'rejected';
    const other = await lead();
    const silent = await other.buyer.call('POST', `${other.path}/phones/send-sms`, about);
    world.phones.outcome = 'accepted';
    expect([silent.status, silent.json['code']]).toEqual([429, 'code-not-sent']);
  });

  test.each(['send-sms', 'validate'])('find no other person’s lead, nor another product: %s', async (call) => {
    const { buyer, path } = await lead();
    const body = call === 'validate' ? { ...about, code: '123456' } : about;
    const otherBuyer = world.newBuyer();
    const answers = [
      await otherBuyer.call('POST', `${path}/phones/${call}`, body),
      await buyer.call('POST', `${path}/phones/${call}`, { ...body, productCode: 'meusucesso' }),
      await buyer.call('POST', `${path}/phones/${call}`, { ...body, business: 'meusucesso' }),
      await buyer.call('POST', `/api/v1/lead/led_${'x'.repeat(22)}/phones/${call}`, body),
    ];
    expect(answers.map(({ status, json }) => `${status} ${String(json['code'])}`)).toEqual(
      Array.from({ length: 4 }, () => '404 lead-not-found'),
    );
    expect((await buyer.call('POST', `${path}/phones/${call}`, {})).status).toBe(422);
  });
});
