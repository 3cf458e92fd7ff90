import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createCulqiGateway } from '#src/gateways/culqi/gateway.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { systemClock } from '#src/kernel/time/clock.ts';
import { factIn } from '../suite/charges.server.ts';

const dayMs = 86_400_000;
/** How many pages were read of each list. */
let pages: Record<string, number> = {};
/** From when on the entries of the lists go back, a second each; or forward, where a list begins with its oldest. */
const newestAt = Date.now() - 2 * dayMs;
let stepMs = -1000;
let server: http.Server;
let gateway: GatewayPort;

const source = { id: 'crd_test_1', source: { last_four: '1111', iin: { card_brand: 'Visa' } } };

/** A shop of years: whatever list is asked for has another page. */
function longList(path: string): object {
  const page = (pages[path] ?? 0) + 1;
  pages[path] = page;
  const data = Array.from({ length: 100 }, (_, index) => {
    const id = `${path === '/cards' ? 'crd' : 'chr'}_test_${page}x${index}`;
    const made = { id, creation_date: newestAt + (page * 100 + index) * stepMs };
    return path === '/cards'
      ? { ...made, ...source, id, metadata: { keep_id: 'of somebody else', expires: '12/28' } }
      : { ...made, ...saleOf('another') };
  });
  return { data, paging: { cursors: { after: `page ${page}` } } };
}

function saleOf(attemptId: string): object {
  const outcome = { type: 'venta_exitosa', code: 'AUT0000' };
  return { amount: 114_000, currency_code: 'PEN', capture: true, outcome, source, metadata: { attempt_id: attemptId } };
}

function answerOf(method: string | undefined, path: string, text: string): readonly [number, object] {
  if (method === 'GET') return [200, path === '/customers' ? { data: [{ id: 'cus_test_1' }] } : longList(path)];
  if (path === '/cards') return [400, { type: 'card_error', code: 'card_declined' }];
  const { metadata }: { metadata: { attempt_id: string } } = JSON.parse(text);
  return [201, { id: 'chr_test_new', creation_date: Date.now(), ...saleOf(metadata.attempt_id) }];
}

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '', 'http://culqi.example');
      const [status, body] = answerOf(request.method, pathname, text);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const keys = { publicKey: 'pk', secretKey: 'sk', notificationKeys: ['key'] };
  gateway = createCulqiGateway({ baseUrl, tokenUrl: baseUrl, ...keys, clock: systemClock });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const payer = { name: 'Rosa Quispe', email: 'rosa@example.pe', phone: '+51987654321' };

function charge(details: ChargeRequest['details']): ChargeRequest {
  return {
    ...{ attemptId: newId('att'), serial: 1n, amount: { amount: 114_000n, currency: 'PEN' } as const, method: 'any' },
    ...{ installments: 1, description: 'Curso', capture: 'at-once' as const, payer, market: 'PE', locale: 'es-PE' },
    ...{ attemptCreatedAt: new Date(), expiresAt: new Date(Date.now() + 1_800_000), details },
    ...{ notificationUrl: 'https://pay.example/n', buyerReturnUrl: 'https://pay.example/b' },
    challengeReturnUrl: 'https://pay.example/c',
  };
}

describe('a merchant with years of charges and saved cards', () => {
  test('charges a saved card after reading the newest charges once', async () => {
    pages = {};
    const asked = charge({ savedCardId: 'crd_test_1' });
    expect(factIn(await gateway.start(asked))).toMatchObject({ state: 'captured', reference: 'chr_test_new' });
    expect(pages).toEqual({ '/charges': 1 });
    const { attemptId, serial, amount, attemptCreatedAt = new Date() } = asked;
    expect(await gateway.find({ attemptId, serial, amount, attemptCreatedAt, reference: null })).toEqual({
      kind: 'not-found',
    });
  });

  test('learns at once that a card is not saved', async () => {
    pages = {};
    const details = { cardToken: 'tkn_test_1', sealedFor: 'culqi', expiry: '12/28' };
    const verified = await gateway.verify?.({ id: newId('att'), details, payer, keep: true });
    expect(verified).toMatchObject({ kind: 'refused' });
    expect(pages).toEqual({ '/cards': 1 });
  });

  test('reads on until charges are older, also where a list does not begin with the newest', async () => {
    const { attemptId, serial, amount } = charge({});
    const asked = { attemptId, serial, amount, reference: null };
    const early = new Date(newestAt - 350_000 + 3_600_000);
    pages = {};
    expect(await gateway.find({ ...asked, attemptCreatedAt: early })).toEqual({ kind: 'not-found' });
    expect(pages).toEqual({ '/charges': 3 });
    // A rush: more of one amount within the hour than ten pages hold.
    const rush = new Date(newestAt - 2_550_000 + 3_600_000);
    pages = {};
    expect(await gateway.find({ ...asked, attemptCreatedAt: rush })).toEqual({ kind: 'not-found' });
    expect(pages).toEqual({ '/charges': 25 });
    pages = {};
    stepMs = 1000;
    const reported = await gateway.find({ ...asked, attemptCreatedAt: new Date() });
    expect(reported).toEqual({ kind: 'silent', reason: 'list-too-long' });
    expect(pages).toEqual({ '/charges': 10 });
  });
});
