import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cardToken } from '#tests/gateway-suite/charges.server.ts';
import { openOutsideStage, type OutsideStage } from '#tests/gateway-suite/outside-stage.server.ts';
import { sandboxSecrets } from '../accounts.server.ts';

let stage: OutsideStage;
let count = 0;
beforeAll(async () => {
  stage = await openOutsideStage();
});
afterEach(() => stage.clearSky());
afterAll(() => stage.close());

interface Seen {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

const { merchant, secret } = sandboxSecrets.acquirer;
const authorization = `Basic ${Buffer.from(`${merchant}:${secret}`).toString('base64')}`;

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Seen> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(`${stage.world.origin}/acquirer${path}`, {
    method,
    headers: { authorization, ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: JSON.parse(await answer.text()) };
}

async function charge(
  number: string,
  differs: Record<string, unknown> = {},
  token: Record<string, unknown> = {},
): Promise<Seen> {
  count += 1;
  const body = {
    merchantOrderId: `order-${count}`,
    amount: 114_000,
    currency: 'BRL',
    installments: 1,
    capture: true,
    cardToken: await cardToken(stage, number, token),
    softDescriptor: 'Escola',
    threeDS: { mode: 'optional', notificationUrl: `${stage.notificationUrl}/end` },
    notificationUrl: stage.notificationUrl,
    ...differs,
  };
  return call('POST', '/charges', body, { 'idempotency-key': `key-${count}` });
}

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
      await stage.weather({ target: 'acquirer', mode, ms: 40, times: 1 });
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

describe('3-D Secure', () => {
  test.each([
    ['4000000000001000', 'captured', '6', '05'],
    ['6505050000001000', 'captured', '6', '05'],
    ['4000000000001117', 'captured', '6', '07'],
    ['4000000000001018', 'declined', 'NA', undefined],
  ])('%s goes on without a question: %s %s', async (number, status, returnCode, eci) => {
    expect((await charge(number)).json).toMatchObject({ status, returnCode, ...(eci === undefined ? {} : { eci }) });
  });

  interface Challenged {
    readonly id: string;
    readonly challenge: { readonly acsUrl: string; readonly creq: string };
  }

  async function challenged(number: string): Promise<Challenged> {
    const { json } = await charge(number);
    expect(json['status']).toBe('challenge');
    const text = JSON.stringify(json);
    return JSON.parse(text);
  }

  async function postForm(
    url: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; text: string; policy: string }> {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    return {
      status: answer.status,
      text: await answer.text(),
      policy: answer.headers.get('content-security-policy') ?? '',
    };
  }

  async function answered(
    number: string,
    answer: string,
  ): Promise<{ end: string; policy: string; charge: Record<string, unknown> }> {
    const { id, challenge } = await challenged(number);
    const question = await postForm(challenge.acsUrl, { creq: challenge.creq });
    expect(question.status).toBe(200);
    const transaction = /name="transaction" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
    const end = await postForm(`${stage.world.origin}/acquirer/acs/answer`, { transaction, answer });
    return { end: end.text, policy: end.policy, charge: (await call('GET', `/charges/${id}`)).json };
  }

  test('the buyer confirms, and the truth is at the acquirer before the shop hears of it', async () => {
    const { end, policy, charge: after } = await answered('4000000000001091', 'approve');
    expect(after).toMatchObject({ status: 'captured', eci: '05', capturedAmount: 114_000 });
    expect(end).toContain(`action="${stage.notificationUrl}/end"`);
    const cres = /name="cres" value="([^"]+)"/.exec(end)?.[1] ?? '';
    expect(JSON.parse(Buffer.from(cres, 'base64url').toString())).toMatchObject({
      messageType: 'CRes',
      transStatus: 'Y',
    });
    expect(policy).toContain(`form-action ${new URL(stage.notificationUrl).origin}`);
    expect(policy).not.toContain('unsafe-inline');
  });

  test('the buyer refuses', async () => {
    const { charge: after } = await answered('5200000000001096', 'refuse');
    expect(after).toMatchObject({ status: 'declined', returnCode: 'NA', movements: [] });
  });

  test('a card that always fails does so though the buyer confirms', async () => {
    expect((await answered('4000000000001109', 'approve')).charge).toMatchObject({ status: 'declined' });
  });

  test('the buyer walks away: the charge waits, then ends', async () => {
    const { charge: after } = await answered('4000000000001091', 'leave');
    expect(after['status']).toBe('challenge');
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 901 });
    expect((await call('GET', `/charges/${String(after['id'])}`)).json).toMatchObject({
      status: 'declined',
      returnCode: 'NA',
    });
  });

  test('a second answer, a voided charge and a forged request are told so', async () => {
    const { id, challenge } = await challenged('4000000000001091');
    await call('PUT', `/charges/${id}/void`);
    expect((await postForm(challenge.acsUrl, { creq: challenge.creq })).status).toBe(409);
    expect((await postForm(challenge.acsUrl, { creq: 'forged' })).status).toBe(404);
    expect(
      (await postForm(`${stage.world.origin}/acquirer/acs/answer`, { transaction: 'forged', answer: 'approve' }))
        .status,
    ).toBe(409);
  });
});
