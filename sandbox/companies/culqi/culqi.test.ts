import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { culqiToken, yapeCode } from '#tests/gateways/culqi/culqi-world.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';

const keys = sandboxSecrets.companies.culqi ?? { publicKey: '', secretKey: '' };
let stage: SandboxWorld;
beforeAll(async () => {
  stage = await openSandboxWorld();
});
afterAll(() => stage.close());

async function call(path: string, body: object, key = keys.secretKey) {
  const answer = await fetch(`${stage.world.origin}/culqi/v2${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const json: Readonly<Record<string, unknown>> = JSON.parse(await answer.text());
  return { status: answer.status, json, allowed: answer.headers.get('access-control-allow-origin') };
}
const charge = { amount: 1_000, currency_code: 'PEN', email: 'ana@example.com', capture: true };

describe('tokens', () => {
  const card = {
    card_number: '4111111111111111',
    cvv: '123',
    email: 'ana@example.com',
    expiration_month: '12',
    expiration_year: '2040',
  };

  test('are made for any page with the public key, which does nothing else', async () => {
    const made = await call('/tokens', card, keys.publicKey);
    expect(made).toMatchObject({ status: 201, allowed: '*', json: { card_number: '411111******1111' } });
    expect(JSON.stringify(made.json)).not.toContain('4111111111111111');
    expect((await call('/charges', { ...charge, source_id: made.json['id'] }, keys.publicKey)).status).toBe(401);
    expect((await call('/tokens', card, 'another')).status).toBe(401);
    const asked = await fetch(`${stage.world.origin}/culqi/v2/tokens`, {
      method: 'OPTIONS',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization, content-type',
    ]);
  });

  test.each([
    ['a number without its check digit', { card_number: '4111111111111112' }, 'invalid_number'],
    ['a month of 13', { expiration_month: '13' }, 'invalid_expiration_month'],
    ['a year that is over', { expiration_year: '2020' }, 'invalid_expiration_year'],
    ['a code of four digits', { cvv: '1234' }, 'invalid_cvv'],
  ])('are refused for %s', async (_, differs, code) => {
    expect(await call('/tokens', { ...card, ...differs }, keys.publicKey)).toMatchObject({
      status: 400,
      json: { object: 'error', code },
    });
  });

  test('are charged once, and a wallet’s only for its own sum', async () => {
    const source = await culqiToken(stage, '4111111111111111');
    expect((await call('/charges', { ...charge, source_id: source })).status).toBe(201);
    expect((await call('/charges', { ...charge, source_id: source })).json['code']).toBe('token_used');
    const wallet = { number_phone: '955666777', otp: await yapeCode(stage, '955666777'), amount: '700' };
    const { json } = await call('/tokens/yape', wallet, keys.publicKey);
    expect((await call('/charges', { ...charge, source_id: json['id'] })).json['code']).toBe('invalid_amount');
    expect((await call('/charges', { ...charge, amount: 700, source_id: json['id'] })).status).toBe(201);
  });
});

test('the code that the app shows can be typed, however late in its two minutes it was looked at', async () => {
  const lastSecond = 119 - ((stage.clock.now().getTime() / 1000) % 120);
  await stage.ask('POST', '/sandbox/clock', { advanceSeconds: Math.max(0, lastSecond) });
  const otp = await yapeCode(stage, '955666778');
  await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 5 });
  const { status } = await call('/tokens/yape', { number_phone: '955666778', otp, amount: '700' }, keys.publicKey);
  expect(status).toBe(201);
});

test('a charge of half a céntimo, and a refund for a reason of one’s own, are refused', async () => {
  const source = await culqiToken(stage, '4111111111111111');
  expect((await call('/charges', { ...charge, amount: 1_000.5, source_id: source })).status).toBe(400);
  const { json } = await call('/charges', { ...charge, source_id: source });
  const refund = { charge_id: json['id'], amount: 100 };
  expect((await call('/refunds', { ...refund, reason: 'otro' })).status).toBe(400);
  expect((await call('/refunds', { ...refund, reason: 'duplicado' })).status).toBe(201);
  expect((await call('/refunds', { ...refund, amount: 901, reason: 'duplicado' })).json['code']).toBe(
    'refund_too_large',
  );
});

test('lists go on from where they ended', async () => {
  for (let one = 0; one < 3; one += 1)
    await call('/charges', { ...charge, amount: 4_200, source_id: await culqiToken(stage, '4111111111111111') });
  const seen: unknown[] = [];
  let after = '';
  for (let page = 0; page < 3; page += 1) {
    const answer = await fetch(`${stage.world.origin}/culqi/v2/charges?amount=4200&limit=1${after}`, {
      headers: { authorization: `Bearer ${keys.secretKey}` },
    });
    const { data, paging } = JSON.parse(await answer.text());
    seen.push(data[0].id);
    after = `&after=${paging.cursors.after}`;
  }
  expect(new Set(seen).size).toBe(3);
});
