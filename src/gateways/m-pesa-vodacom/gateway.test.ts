import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import http from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayPort, RawWebhook } from '#src/domain/payments/index.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { listening } from '#tests/support/http/test-server.ts';
import { createMPesaGateway, type MPesaConfig } from './gateway.server.ts';
import { insCodes } from './response-codes.ts';
import { attemptOfReference, plainReference, toAmount } from './references.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const clock = new VirtualClock();

/** The operator's answers: status and code to a payment (null: the phone keeps ringing), and the state of a query. */
let pays: { status: number; code: string } | null;
let query: string;
let seen: { method: string; path: string; headers: http.IncomingHttpHeaders; body: string }[];
/** Ends the call that is held while the phone rings. */
let ring: ((code: string) => void)[];
let origin: string;
let arrivals: RawWebhook[];

beforeEach(async () => {
  [pays, query, seen, ring, arrivals] = [null, 'Pending', [], [], []];
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url ?? '';
    seen.push({ method: request.method ?? '', path, headers: request.headers, body });
    const say = (status: number, code: string, more: object = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(code === 'none' ? '{}' : JSON.stringify({ output_ResponseCode: code, ...more }));
    };
    if (path === '/told') {
      arrivals.push({
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.from(body),
        receivedAt: clock.now(),
      });
      say(200, 'INS-0');
    } else if (request.method === 'GET') say(200, 'INS-0', { output_ResponseTransactionStatus: query });
    else if (pays) say(pays.status, pays.code);
    else ring.push((code) => say(insCodes[code]?.http ?? 500, code));
  };
  origin = await listening(http.createServer((request, response) => void answer(request, response)));
});
afterEach(() => {
  for (const end of ring) end('INS-9');
});

function gatewayWith(differs: Partial<MPesaConfig> = {}): GatewayPort {
  return createMPesaGateway({
    url: origin,
    ports: null,
    apiKey: 'the-key-of-the-shop',
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    origin: 'shop.example.co.mz',
    serviceProviderCode: '171717',
    initiator: 'shop',
    securityCredential: 'secret',
    callbacks: { keys: ['own-key'], takesUnsigned: false },
    clock,
    budgetMs: 3_000,
    ...differs,
  });
}

function charge(): ChargeRequest {
  return {
    attemptId: newId('att'),
    serial: 77n,
    amount: { amount: 1_872_050n, currency: 'MZN' },
    ...{ method: 'm-pesa', installments: 1 },
    ...{ description: 'Curso', capture: 'at-once' },
    payer: { name: 'Graça', email: 'g@example.co.mz', phone: '+258843330333' },
    ...{ market: 'MZ', locale: 'pt-MZ' },
    expiresAt: new Date(clock.now().getTime() + 120_000),
    details: {},
    notificationUrl: `${origin}/told`,
    buyerReturnUrl: origin,
    challengeReturnUrl: origin,
  };
}

test('a payment is asked for in the operator’s words, with the key sealed and the registered origin', async () => {
  pays = { status: 200, code: 'INS-0' };
  const asked = charge();
  await gatewayWith().start(asked);
  const [call] = seen;
  expect([call?.method, call?.path]).toEqual(['POST', '/ipg/v1x/c2bPayment/singleStage/']);
  expect(JSON.parse(call?.body ?? '')).toEqual({
    input_TransactionReference: 'M77',
    input_CustomerMSISDN: '258843330333',
    input_Amount: '18720.50',
    input_ThirdPartyReference: plainReference(asked.attemptId),
    input_ServiceProviderCode: '171717',
  });
  expect(attemptOfReference(plainReference(asked.attemptId))).toBe(asked.attemptId);
  expect(call?.headers['origin']).toBe('shop.example.co.mz');
  const sealed = Buffer.from((call?.headers.authorization ?? '').replace('Bearer ', ''), 'base64');
  const opened = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, sealed);
  expect(opened.toString()).toBe('the-key-of-the-shop');
});

describe('the code counts before the HTTP status', () => {
  test.each([
    [200, 'INS-0', 'captured', undefined],
    [401, 'INS-6', 'declined', 'wallet-refused'],
    [401, 'INS-5', 'declined', 'prompt-canceled'],
    [422, 'INS-2006', 'declined', 'wallet-balance'],
    [400, 'INS-2051', 'declined', 'wallet-unknown'],
    [401, 'INS-2', 'failed', 'gateway-refused'],
  ])('%i %s', async (status, code, state, decline) => {
    pays = { status, code };
    const answer = await gatewayWith().start(charge());
    expect(answer).toMatchObject({ kind: 'fact', fact: { state, ...(decline ? { decline: { code: decline } } : {}) } });
    expect(seen).toHaveLength(1);
  });

  test('overloaded, or without any word of the operator’s: turned away, nothing was done', async () => {
    pays = { status: 503, code: 'INS-16' };
    expect(await gatewayWith().start(charge())).toEqual({ kind: 'unreachable', reason: 'INS-16' });
    pays = { status: 401, code: 'none' };
    expect(await gatewayWith().start(charge())).toMatchObject({ kind: 'unreachable' });
  });

  test.each(['INS-9', 'INS-10', 'INS-1', 'INS-23', 'INS-4711', ''])(
    'T-51 after the code “%s” its status is asked for',
    async (code) => {
      pays = { status: insCodes[code]?.http ?? (code === '' ? 401 : 500), code };
      query = 'Completed';
      const answer = await gatewayWith().start(charge());
      expect(answer).toMatchObject({ kind: 'fact', fact: { state: 'captured', movements: [{ amount: 1_872_050n }] } });
      query = 'N/A';
      expect(await gatewayWith().start(charge())).toMatchObject({ kind: 'silent' });
    },
  );

  test('less than one metical is not asked for', async () => {
    expect([toAmount(99n), toAmount(100n), toAmount(1_005n)]).toEqual([null, '1', '10.05']);
    const small = { ...charge(), amount: { amount: 50n, currency: 'MZN' as const } };
    expect(await gatewayWith().start(small)).toMatchObject({ kind: 'fact', fact: { state: 'failed' } });
    expect(seen).toEqual([]);
  });
});

describe('while the phone rings', () => {
  test('nobody is held: status, phone and the prompt’s company are told; the end of the call is a signed hint', async () => {
    const gateway = gatewayWith({ payee: 'Escola Matrícula' });
    const asked = charge();
    const began = performance.now();
    const started = await gateway.start(asked);
    expect(performance.now() - began).toBeLessThan(2_500);
    const instructions = { phoneEnd: '0333', payee: { name: 'Escola Matrícula' } };
    expect(started).toMatchObject({ kind: 'fact', fact: { state: 'awaiting-buyer', movements: [], instructions } });
    expect(arrivals).toEqual([]);
    ring.shift()?.('INS-2006');
    await expect.poll(() => arrivals.length).toBe(1);
    const [raw] = arrivals;
    if (!raw) throw new Error('No hint');
    const reading = gateway.readWebhook?.(raw);
    const reference = plainReference(asked.attemptId);
    expect(reading).toMatchObject({
      kind: 'hints',
      hints: [{ eventId: `${reference}:INS-2006`, reference, attemptId: asked.attemptId }],
    });
    expect(gateway.readWebhook?.(raw)).toEqual(reading);
    // The query only reports a failure; its reason came with the long call.
    query = 'Failed';
    const found = await gateway.find({ ...asked, reference: null });
    expect(found).toMatchObject({ kind: 'fact', fact: { state: 'declined', decline: { code: 'wallet-balance' } } });
  });

  test('T-52 a forged, changed or unsigned hint is refused, unless the contract has the operator call back', async () => {
    const gateway = gatewayWith();
    await gateway.start(charge());
    ring.shift()?.('INS-0');
    await expect.poll(() => arrivals.length).toBe(1);
    const [raw] = arrivals;
    if (!raw) throw new Error('No hint');
    const refused = { kind: 'refused', reason: 'bad-signature' };
    expect(gateway.readWebhook?.({ ...raw, headers: {} })).toEqual(refused);
    expect(gateway.readWebhook?.({ ...raw, body: Buffer.from(`${raw.body.toString()} `) })).toEqual(refused);
    expect(gatewayWith({ callbacks: { keys: ['other'], takesUnsigned: true } }).readWebhook?.(raw)).toEqual(refused);
    const later = new Date(raw.receivedAt.getTime() + 400_000);
    expect(gateway.readWebhook?.({ ...raw, receivedAt: later })).toEqual({ kind: 'refused', reason: 'stale' });
    const open = gatewayWith({ callbacks: { keys: ['own-key'], takesUnsigned: true } });
    expect(open.readWebhook?.({ ...raw, headers: {} })).toMatchObject({
      kind: 'hints',
      acknowledgement: { output_ResponseCode: '0' },
    });
  });

  test('T-52 an unsigned message that tells of success moves no money: the status is asked for', async () => {
    const gateway = gatewayWith({ callbacks: { keys: ['own-key'], takesUnsigned: true } });
    const asked = charge();
    await gateway.start(asked);
    const body = {
      input_ResultCode: 'INS-0',
      input_ThirdPartyReference: plainReference(asked.attemptId),
      input_TransactionID: 'made-up',
      input_Amount: '1',
    };
    const forged = { headers: {}, body: Buffer.from(JSON.stringify(body)), receivedAt: clock.now() };
    expect(gateway.readWebhook?.(forged)).toMatchObject({
      kind: 'hints',
      hints: [{ attemptId: asked.attemptId }],
      isUnverified: true,
    });
    const named = { ...asked, reference: null };
    query = 'N/A';
    expect(await gateway.find(named)).toEqual({ kind: 'not-found' });
    query = 'Pending';
    expect(await gateway.find(named)).toMatchObject({ fact: { movements: [] } });
    // The amount is the one that was requested, whatever a webhook says.
    query = 'Completed';
    expect(await gateway.find(named)).toMatchObject({ fact: { movements: [{ amount: asked.amount.amount }] } });
  });

  test('nothing heard and nothing known is silence, within the budget', async () => {
    query = 'N/A';
    const began = performance.now();
    expect(await gatewayWith({ budgetMs: 2_000 }).start(charge())).toEqual({ kind: 'silent', reason: 'timed-out' });
    expect(performance.now() - began).toBeLessThan(3_600);
  });
});

test('the ports of the doors are the contract’s', async () => {
  const port = Number(new URL(origin).port);
  const gateway = gatewayWith({ url: 'http://127.0.0.1', ports: { payment: port, query: port, reversal: port } });
  pays = { status: 200, code: 'INS-0' };
  expect(await gateway.start(charge())).toMatchObject({ kind: 'fact' });
});

test('no key is no start', () => {
  expect(() => gatewayWith({ publicKey: 'bm90IGEga2V5' })).toThrow();
  const pem = publicKey.export({ format: 'pem', type: 'spki' });
  expect(() => gatewayWith({ publicKey: pem })).not.toThrow();
});
