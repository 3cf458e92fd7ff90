import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AcquirerClient, createAcquirerClient } from '#tests/gateways/acquirer-client.server.ts';
import { cardToken } from '#tests/gateways/suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';

let stage: SandboxWorld;
let call: AcquirerClient['call'];
let charge: AcquirerClient['charge'];
beforeAll(async () => {
  stage = await openSandboxWorld();
  ({ call, charge } = createAcquirerClient(stage));
});
afterEach(() => stage.clearFaults());
afterAll(() => stage.close());

describe('the bank decides', () => {
  test.each([
    ['4111111111111111', 'captured', '6'],
    ['4012001037141112', 'declined', '05'],
    ['6362970000457013', 'declined', '57'],
    ['4012001038443335', 'declined', '78'],
    ['4551870000000076', 'declined', '99'],
    ['4073020000000077', 'declined', '77'],
    ['5453010000060038', 'declined', '70'],
    ['4111111111111112', 'declined', '14'],
  ])('%s: %s %s', async (number, status, returnCode) => {
    expect(await charge(number)).toMatchObject({
      status: 201,
      json: { status, returnCode, card: { last4: number.slice(-4) } },
    });
  });

  test('an expired card and a code of the wrong length are refused', async () => {
    expect((await charge('4111111111111111', {}, { expiryMonth: 1, expiryYear: 2020 })).json).toMatchObject({
      status: 'declined',
      returnCode: '54',
    });
    expect((await charge('4111111111111111', {}, { securityCode: '1234' })).json).toMatchObject({
      status: 'declined',
      returnCode: '82',
    });
  });

  test('without a right to it nothing is charged', async () => {
    const answer = await fetch(`${stage.world.origin}/acquirer/charges`, {
      method: 'POST',
      headers: { authorization: 'Basic bm8=' },
    });
    expect(answer.status).toBe(401);
  });
});

describe('a card token', () => {
  test('works once', async () => {
    const token = await cardToken(stage, '4111111111111111');
    expect((await charge('', { cardToken: token })).status).toBe(201);
    expect(await charge('', { cardToken: token })).toMatchObject({ status: 422, json: { code: 'token-replayed' } });
  });

  test('works once also when two charges come at the same moment', async () => {
    const token = await cardToken(stage, '4111111111111111');
    const both = await Promise.all([charge('', { cardToken: token }), charge('', { cardToken: token })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 422]));
  });

  test('is good for five minutes', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect((await charge('4111111111111111', {}, { iat: now - 290 })).status).toBe(201);
    expect(await charge('4111111111111111', {}, { iat: now - 310 })).toMatchObject({
      status: 422,
      json: { code: 'token-expired' },
    });
    expect(await charge('4111111111111111', {}, { iat: now + 400 })).toMatchObject({ json: { code: 'token-expired' } });
  });

  test('for another key, cut short or of no sense is refused', async () => {
    const [head = '', ...rest] = (await cardToken(stage, '4111111111111111')).split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const stranger = Buffer.from(JSON.stringify({ ...header, kid: 'stranger' })).toString('base64url');
    expect((await charge('', { cardToken: [stranger, ...rest].join('.') })).json).toMatchObject({
      code: 'token-key-unknown',
    });
    expect((await charge('', { cardToken: [head, ...rest].join('.').slice(0, -5) })).json).toMatchObject({
      code: 'token-refused',
    });
    expect((await charge('', { cardToken: 'nonsense' })).json).toMatchObject({ code: 'token-refused' });
    expect((await charge('12', {})).json).toMatchObject({ code: 'token-refused' });
  });

  test('leaves neither number nor code in any journal', async () => {
    await charge('5105105105105100', {}, { securityCode: '987' });
    const text = readdirSync(stage.dataDir)
      .map((file) => readFileSync(`${stage.dataDir}/${file}`, 'utf8'))
      .join('');
    expect(text).not.toContain('5105105105105100');
    expect(text).not.toContain('securityCode');
    expect(text).toContain('5100');
  });
});

describe('a charge', () => {
  test('of the same key and another body is refused, of the same body it is the same', async () => {
    const token = await cardToken(stage, '4111111111111111');
    const body = {
      merchantOrderId: 'once',
      amount: 5_000,
      currency: 'BRL',
      installments: 1,
      capture: true,
      cardToken: token,
      notificationUrl: stage.notificationUrl,
    };
    const first = await call('POST', '/charges', body, { 'idempotency-key': 'once' });
    expect((await call('POST', '/charges', body, { 'idempotency-key': 'once' })).json['id']).toBe(first.json['id']);
    expect(await call('POST', '/charges', { ...body, amount: 5_001 }, { 'idempotency-key': 'once' })).toMatchObject({
      status: 422,
      json: { code: 'idempotency-mismatch' },
    });
    expect((await call('POST', '/charges', body)).json).toMatchObject({ code: 'idempotency-key-missing' });
  });

  test.each([0, -1, 1.5, 1e12])('of %d minor units is refused', async (amount) => {
    expect((await charge('4111111111111111', { amount })).status).toBe(422);
  });

  test('is reserved, then captured once; a captured one cannot be voided', async () => {
    const { json } = await charge('4111111111111111', { capture: false });
    expect(json).toMatchObject({ status: 'authorized', capturedAmount: 0, movements: [] });
    for (let again = 0; again < 2; again += 1) {
      expect((await call('PUT', `/charges/${String(json['id'])}/capture`)).json).toMatchObject({
        status: 'captured',
        capturedAmount: 114_000,
      });
    }
    expect((await call('PUT', `/charges/${String(json['id'])}/void`)).status).toBe(409);
  });

  test('cannot be captured after fifteen days', async () => {
    const { json } = await charge('4111111111111111', { capture: false });
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 16 * 86_400 });
    expect(await call('PUT', `/charges/${String(json['id'])}/capture`)).toMatchObject({
      status: 409,
      json: { code: 'authorization-expired' },
    });
  });

  test('that is processing, or wrongly said declined, takes its money later', async () => {
    for (const [mode, status] of [
      ['processing', 'processing'],
      ['late-truth', 'declined'],
    ] as const) {
      await stage.faults({ target: 'acquirer', mode, ms: 40, times: 1 });
      const { json } = await charge('4111111111111111');
      expect(json['status']).toBe(status);
      await new Promise((resume) => setTimeout(resume, 80));
      expect((await call('GET', `/charges/${String(json['id'])}`)).json).toMatchObject({
        status: 'captured',
        capturedAmount: 114_000,
      });
    }
  });
});
