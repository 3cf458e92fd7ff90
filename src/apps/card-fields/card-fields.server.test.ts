import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CardTokenization } from '#src/kernel/crypto/card-tokenization.ts';
import { cardFieldsBytes } from './bundle-size.server.ts';
import { startCardFields } from './card-fields.server.ts';
import type { CardFieldsServer } from './card-fields.server.ts';
import { buildCardFields } from '#tests/support/browser/build-card-fields.ts';

const parent = 'http://checkout.test';
const folder = await mkdtemp(path.join(os.tmpdir(), 'card-fields-server-'));
const { publicKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', use: 'enc', alg: 'RSA-OAEP-256' };
const acquirer = createServer((request, response) => {
  const isKeys = request.url === '/acquirer/.well-known/jwks.json';
  response
    .writeHead(isKeys ? 200 : 404, { 'content-type': 'application/json' })
    .end(isKeys ? JSON.stringify({ keys: [jwk] }) : '{}');
});
let acquirerUrl = '';

/** A gateway with key encryption, and one with a token endpoint. */
function cardTokenizations(pins?: readonly string[]): Record<string, CardTokenization> {
  return {
    first: { kind: 'jwe', keySetUrl: `${acquirerUrl}/.well-known/jwks.json`, ...(pins ? { pins } : {}) },
    second: {
      kind: 'token-endpoint',
      url: 'https://tokens.example/v1/tokens',
      headers: { authorization: 'Bearer public' },
      body: { number: '{number}' },
      tokenMember: 'id',
    },
  };
}

let server: CardFieldsServer;

function start(change: Partial<Parameters<typeof startCardFields>[0]> = {}): Promise<CardFieldsServer> {
  return startCardFields({
    port: 0,
    host: '127.0.0.1',
    checkoutOrigins: [parent, 'https://other.test'],
    themeCss: (theme) =>
      theme === 'school$light' ? ':root{color-scheme:light;--color-text:#123456}</style><b>' : null,
    cardTokenizations: cardTokenizations(),
    assetsDir: folder,
    clock: { now: () => new Date('2026-12-01T02:30:00Z') },
    ...change,
  });
}

function get(query: Record<string, string>, headers: Record<string, string> = {}, to = server): Promise<Response> {
  return fetch(`${to.origin}/?${new URLSearchParams(query)}`, { headers });
}

beforeAll(async () => {
  await buildCardFields(folder);
  await new Promise<void>((resolve) => acquirer.listen(0, '127.0.0.1', resolve));
  const address = acquirer.address();
  acquirerUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/acquirer`;
  server = await start();
});
afterAll(async () => {
  await server.close();
  acquirer.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the document', () => {
  test('is forbidden everything but its own script, style and keys, and framed by its parent alone', async () => {
    const answer = await get({ theme: 'school$dark', locale: 'pt-BR', parent }, { cookie: 'session=1' });
    const html = await answer.text();
    const nonce = /script-src 'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src data:; connect-src 'self'; ` +
        `frame-ancestors ${parent}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; report-uri /policy-reports`,
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, no-cache',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(html.match(/nonce="([^"]+)"/g)).toEqual([`nonce="${nonce}"`, `nonce="${nonce}"`]);
    expect(html).not.toMatch(/ style=| on[a-z]+=| name="(?!viewport|robots)/);
  });

  test('seals for the gateway that is asked for, and may speak to no other', async () => {
    const answer = await get({ parent, gateway: 'second' });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('; connect-src https://tokens.example; ');
    const facts = /id="facts">(.*?)<\/script>/.exec(await answer.text())?.[1] ?? '';
    expect(JSON.parse(facts)).toMatchObject({ gateway: 'second', cardTokenization: cardTokenizations()['second'] });
    const first = await (await get({ parent })).text();
    expect(JSON.parse(/id="facts">(.*?)<\/script>/.exec(first)?.[1] ?? '')).toMatchObject({
      gateway: 'first',
      cardTokenization: { kind: 'jwe' },
    });
    expect(first).not.toContain(acquirerUrl);
    expect([
      (await get({ parent, gateway: 'third' })).status,
      (await get({ parent, gateway: '__proto__' })).status,
    ]).toEqual([404, 404]);
  });

  test('of a kept card asks for its code alone, and only where the gateway can open that', async () => {
    const ids = async (query: Record<string, string>) =>
      [...(await (await get({ parent, ...query })).text()).matchAll(/ id="(cc-[a-z]+)"/g)].map(([, id]) => id);
    const whole = ['cc-number', 'cc-brand', 'cc-name', 'cc-exp', 'cc-csc'];
    expect(await ids({ kept: 'american_express' })).toEqual(['cc-csc']);
    expect(await ids({ kept: 'american_express', gateway: 'second' })).toEqual(whole);
    expect(await ids({ kept: '"><script>' })).toEqual(whole);
  });

  test('has another nonce each time', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await get({ parent })).headers.get('content-security-policy')),
    );
    expect(policies[0]).not.toBe(policies[1]);
  });

  test.each<[string, Record<string, string>]>([
    ['no parent', {}],
    ['a stranger', { parent: 'http://evil.test' }],
    ['a longer origin', { parent: `${parent}.evil.test` }],
    ['a list', { parent: `${parent} http://evil.test` }],
    ['a header break', { parent: `${parent}\r\nx: y` }],
  ])('is refused to %s', async (_, query) => {
    const answer = await get(query);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'parent-not-allowed' });
  });

  test('is refused outside a frame', async () => {
    expect((await get({ parent }, { 'sec-fetch-dest': 'document' })).status).toBe(403);
    expect((await get({ parent }, { 'sec-fetch-dest': 'iframe' })).status).toBe(200);
  });

  test('takes theme and words as asked, and neither breaks out of its element', async () => {
    const html = await (await get({ parent, theme: 'school$light', locale: 'es-PE' })).text();
    expect(html).toContain('--color-text:#123456');
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    expect(html).toContain('lang="es-PE" data-mode="light" data-ground="selected"');
    expect(html).toContain('Revisa el número de la tarjeta');
    expect(html).toContain('Número de la tarjeta</label>');
  });

  test('shows the neutral look and pt-BR for a theme or locale that it does not know', async () => {
    const html = await (await get({ parent, theme: '"><script>', locale: 'xx', ground: '"><b>' })).text();
    expect(html).toContain('lang="pt-BR" data-mode="dark" data-ground="selected"');
    expect(html).toContain('Nome impresso no cartão');
    expect(html).not.toContain('"><script>');
  });

  test.each([
    ['pt-BR', '2026-11-30'],
    ['pt-MZ', '2026-12-01'],
    ['es-PE', '2026-11-30'],
  ])('says the day of the market of %s, not of the machine', async (locale, day) => {
    expect(await (await get({ parent, locale })).text()).toContain(`"today":"${day}"`);
  });

  test('comes as brotli to who reads it', async () => {
    const answer = await get({ parent }, { 'accept-encoding': 'gzip, br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.text()).toContain('id="cc-number"');
    expect((await get({ parent }, { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBeNull();
  });
});

describe('the rest of the origin', () => {
  test('the script is what its integrity says, immutable, and compressed ahead', async () => {
    const html = await (await get({ parent })).text();
    const [, src = '', integrity = ''] = /src="([^"]+)" integrity="([^"]+)"/.exec(html) ?? [];
    const plain = await fetch(server.origin + src, { headers: { 'accept-encoding': 'identity' }, integrity });
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const brotli = await fetch(server.origin + src, { headers: { 'accept-encoding': 'br' } });
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(await brotli.text()).toBe(await plain.text());
  });

  test('/keys gives the acquirer’s key and the server’s time, never kept', async () => {
    const answer = await fetch(`${server.origin}/keys`);
    expect(await answer.json()).toEqual({
      keys: [{ kid: 'k1', kty: 'RSA', use: 'enc', alg: 'RSA-OAEP-256', n: jwk.n, e: jwk.e }],
      looks: [],
      now: 1796092200,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('/keys knows only the gateways that publish some', async () => {
    const status = async (gateway: string) => (await fetch(`${server.origin}/keys?gateway=${gateway}`)).status;
    expect([await status('first'), await status('second'), await status('third')]).toEqual([200, 404, 404]);
  });

  test('/keys gives a pinned key and no other', async () => {
    const [pinned, strange] = await Promise.all([
      start({ cardTokenizations: cardTokenizations([await calculateJwkThumbprint(jwk, 'sha256')]) }),
      start({ cardTokenizations: cardTokenizations(['AAAA']) }),
    ]);
    expect((await fetch(`${pinned.origin}/keys`)).status).toBe(200);
    const refused = await fetch(`${strange.origin}/keys`);
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'keys-unavailable']);
    await Promise.all([pinned.close(), strange.close()]);
  });

  test.each([
    ['POST', '/'],
    ['POST', '/keys'],
    ['GET', '/.vite/manifest.json'],
    ['GET', '/assets/..%2f..%2fpackage.json'],
    ['GET', '/anything'],
  ])('%s %s is not there', async (method, address) => {
    const answer = await fetch(server.origin + address, {
      method,
      ...(method === 'POST' ? { body: 'number=4111111111111111' } : {}),
    });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test('starting without a build says so', async () => {
    await expect(start({ assetsDir: os.tmpdir() })).rejects.toThrow('No build of the card fields');
  });
});

test('the whole page is at most 25 kB', async ({ annotate }) => {
  const bytes = cardFieldsBytes(folder, ':root{--color-text:#123456}', folder);
  await annotate(`document ${bytes.document}, script ${bytes.script}, in all ${bytes.total} of 25000 bytes (brotli)`);
  expect(bytes.total).toBeLessThanOrEqual(25_000);
  const overWire = await get({ parent, theme: 'school$dark' }, { 'accept-encoding': 'br' });
  expect(Math.abs(bytes.document - Number(overWire.headers.get('content-length')))).toBeLessThan(200);
});
