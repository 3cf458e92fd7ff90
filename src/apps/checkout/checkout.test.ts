import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogPort } from '#src/branding/index.server.ts';
import { readBrandParts } from '#tests/support/brand-parts.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { createDomainWorld } from '#tests/support/domain-world.server.ts';
import { registerCheckout } from './checkout.server.ts';
import { pages, steps } from './registry.generated.ts';
import { slots } from './shell/shell-props.ts';
import type { CheckoutDeps } from './site/checkout-deps.server.ts';
import type { Views } from './web/views.server.ts';

/** Views that show what they were given. */
const views: Views = {
  renderPage: (id, { data, form }) => `[${id}]${JSON.stringify({ data, form })}`,
  renderShell: ({ hasPanel, logo, seller, back }) =>
    `${hasPanel ? `<aside>${slots.wide}</aside>` : ''}<main data-logo="${logo?.src ?? ''}" data-seller="${seller?.name ?? ''}" data-back="${back ?? ''}">${slots.narrow}<div id="root">${slots.root}</div></main>`,
  renderSummary: ({ total }) => ({ narrow: `narrow ${total}`, wide: `wide ${total}` }),
  renderStaging: ({ action, path: from }) => `[staging ${action} ${from}]`,
  pages: Object.fromEntries(
    [...Object.keys(steps), ...Object.keys(pages)].map((id) => [
      id,
      { css: `.${id}{}`, script: { entry: `/assets/${id}.js`, preloads: [] } },
    ]),
  ),
  stagingCss: '.staging{}',
  images: { 'meusucesso/images/logo.dark.svg': '/assets/logo.svg' },
};

let database: TestDatabase;
let dist = '';
let app: FastifyInstance;
const warnings: unknown[] = [];
const parts = readBrandParts();
const origin = 'http://localhost:4000';

async function serve(change: Partial<CheckoutDeps> = {}): Promise<FastifyInstance> {
  const log = {
    info: () => undefined,
    warn: (_event: string, fields?: object) => void warnings.push(fields),
    error: (_event: string, fields?: object) => void warnings.push(fields),
  };
  const { ctx } = createDomainWorld(database, { catalog: catalogPort(parts.brands), log });
  const server = Fastify();
  await registerCheckout(server, {
    ctx,
    ...parts,
    environment: 'test',
    publicOrigin: origin,
    fieldsOrigin: 'http://localhost:4001',
    challengeOrigins: ['http://bank.example'],
    cookieSecret: 'a-secret-of-the-test',
    views,
    dist,
    readiness: [{ name: 'database', check: async () => true }],
    ...change,
  });
  return server;
}

beforeAll(async () => {
  database = await createTestDatabase();
  dist = mkdtempSync(path.join(tmpdir(), 'dist-'));
  for (const folder of ['assets', 'fonts']) mkdirSync(path.join(dist, folder));
  writeFileSync(path.join(dist, 'assets/lead-1.js'), 'plain');
  writeFileSync(path.join(dist, 'assets/lead-1.js.br'), 'small');
  app = await serve();
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(dist, { recursive: true });
});

const host = 'localhost:4000';
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { host, ...headers } });
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      host,
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `matricula=${'a'.repeat(43)}`,
      ...headers,
    },
  });
const lead = { name: 'Maria da Silva', email: 'Maria@Example.com', phone: '(11) 96123-4567', country: 'BR' };

describe('a page', () => {
  test('is a document with one script, its data, and headers that forbid everything else', async () => {
    const answer = await get('/lead?product=ms&seller=ana');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<title>Checkout - meuSucesso</title>');
    expect(answer.body).toContain('data-seller="Ana Prado"');
    expect(answer.body).toContain('data-logo="/assets/logo.svg"');
    expect(answer.body).toContain('<aside>wide R$');
    expect(answer.body.match(/<script type="module"/g)).toHaveLength(1);
    const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1];
    expect(answer.body).toContain(`<style nonce="${nonce}">`);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test('comes compressed to whoever can read that', async () => {
    const wide = await serve({ views: { ...views, renderSummary: () => ({ narrow: '', wide: 'x'.repeat(5000) }) } });
    const ask = (accepted: string) =>
      wide.inject({ url: '/lead?product=ms', headers: { host, 'accept-encoding': accepted } });
    const [br, gzip, plain] = [await ask('gzip, br'), await ask('gzip'), await ask('identity')];
    expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(brotliDecompressSync(br.rawPayload).length).toBe(plain.rawPayload.length);
    expect(gunzipSync(gzip.rawPayload).length).toBe(plain.rawPayload.length);
    await wide.close();
  });

  test('has another nonce each time', async () => {
    const [one, two] = [await get('/lead?product=ms'), await get('/lead?product=ms')];
    expect(one.headers['content-security-policy']).not.toBe(two.headers['content-security-policy']);
  });

  test('knows the browser again by a cookie that scripts cannot read', async () => {
    const [cookie] = [(await get('/lead?product=ms')).headers['set-cookie']].flat();
    expect(cookie).toMatch(/^matricula=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const again = await get('/lead?product=ms', { cookie: String(cookie).split(';')[0] ?? '' });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  test('behind TLS the cookie is bound to this host', async () => {
    const secure = await serve({ publicOrigin: 'https://pay.example' });
    const answer = await secure.inject({ url: '/lead?product=ms', headers: { host: 'pay.example' } });
    expect(answer.headers['set-cookie']).toMatch(/^__Host-matricula=[\w-]{43}; .*; Secure$/);
    expect(answer.headers['strict-transport-security']).toContain('max-age');
    await secure.close();
  });

  test.each([
    ['another host', { url: '/lead?product=ms', headers: { host: 'evil.example' } }, 421],
    ['a method that it does not take', { method: 'PUT', url: '/lead?product=ms', headers: { host } }, 405],
    ['HEAD', { method: 'HEAD', url: '/lead?product=ms', headers: { host } }, 200],
    ['a form for a page without one', { method: 'POST', url: '/success?product=ms', headers: { host } }, 405],
    ['an address that nobody has', { url: '/nowhere', headers: { host } }, 404],
  ] satisfies [string, InjectOptions, number][])('%s gets %s', async (_name, request, status) => {
    expect((await app.inject(request)).statusCode).toBe(status);
  });

  test('an unknown address says so, to everybody alike and without a cookie', async () => {
    const answer = await get('/nowhere?product=ms');
    expect(answer.body).toContain('[not-found]');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('public, max-age=60');
  });
});

describe('the entry', () => {
  test('goes to the first step and keeps what a link may carry, without what is personal', async () => {
    const answer = await get(
      '/?product=ms&seller=ana&utm_source=x&email=maria%40example.com&leadId=1&token=t&cpf=1&other=1',
    );
    expect(answer.statusCode).toBe(307);
    expect(answer.headers.location).toBe('/lead?product=ms&seller=ana&utm_source=x');
  });

  test('without a product shows what there is, in test only', async () => {
    expect((await get('/')).body).toContain('[start]');
    const production = await serve({ environment: 'production' });
    const answer = await production.inject({ url: '/', headers: { host } });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('[not-found]');
    await production.close();
  });

  test.each([
    '/?product=nothing',
    '/lead?product=nothing',
    '/lead',
    '/lead?product=ms&seller=nobody',
    '/lead?product=ms&offer=none',
  ])('%s ends at the error page', async (url) => {
    const answer = await get(`${url}${url.includes('?') ? '&' : '?'}email=maria%40example.com&utm_source=x`);
    expect(answer.statusCode).toBe(307);
    expect(answer.headers.location).toMatch(/^\/generic-error\?.*utm_source=x&reference=[A-Z]{8}$/);
    expect(answer.headers.location).not.toContain('maria');
  });
});

describe('a form', () => {
  test('that is good goes on by 303 with the link kept, and what was typed is saved', async () => {
    const answer = await post('/lead?product=ms&seller=ana', { ...lead, marketing: 'yes' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/payment?product=ms&seller=ana');
    const saved = await database.db
      .selectFrom('leads')
      .select(['name', 'email', 'phone', 'seller'])
      .executeTakeFirstOrThrow();
    expect(saved).toEqual({
      name: 'Maria da Silva',
      email: 'maria@example.com',
      phone: '+5511961234567',
      seller: 'ana',
    });
    const consents = await database.db.selectFrom('consents').select(['kind', 'accepted']).orderBy('kind').execute();
    expect(consents).toEqual([
      { kind: 'marketing', accepted: true },
      { kind: 'terms', accepted: true },
    ]);
    const shown = await get('/lead?product=ms&seller=ana', { cookie: `matricula=${'a'.repeat(43)}` });
    expect(shown.body).toContain('"phone":"(11) 96123-4567","country":"BR"');
  });

  test('that is refused is shown again with the values and the messages', async () => {
    const answer = await post('/lead?product=ms', { ...lead, name: '<Maria>', phone: '1' });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('"errors":{"name":"validation.name-incomplete","phone":"validation.phone"}');
    expect(answer.body).toContain('"email":"Maria@Example.com"');
  });

  test('of the page’s own script is answered in JSON, so that the page stays', async () => {
    const refused = await post('/lead?product=ms', { ...lead, name: 'x' }, { accept: 'application/json' });
    expect(refused.json()).toMatchObject({ kind: 'page', form: { errors: { name: 'validation.name-incomplete' } } });
    const good = await post('/lead?product=ms', lead, { accept: 'application/json' });
    expect(good.json()).toEqual({ kind: 'redirect', to: '/payment?product=ms' });
  });

  test.each([
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['from a browser without cookies', { cookie: '' }, 400],
    ['that is JSON', { 'content-type': 'application/json' }, 422],
  ])('%s', async (_name, headers, status) => {
    const answer = await post('/lead?product=ms', lead, headers);
    expect(answer.statusCode).toBe(status);
  });

  test('without cookies is told how to go on', async () => {
    const answer = await post('/lead?product=ms', lead, { cookie: '' });
    expect(answer.body).toContain('[cookies-disabled]{"data":{"retry":"/lead?product=ms"}');
  });

  test('that is too large is refused before it is read', async () => {
    expect((await post('/lead?product=ms', { name: 'x'.repeat(70_000) })).statusCode).toBe(413);
  });
});

describe('/generic-error', () => {
  test.each(['GET', 'POST', 'PUT', 'DELETE'] as const)('answers %s and leads nowhere by itself', async (method) => {
    const answer = await app.inject({ method, url: '/generic-error?product=ms&reference=ABCDEFGH', headers: { host } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('{"reference":"ABCDEFGH","retry":"/?product=ms"}');
    expect(answer.body).not.toContain('<script');
  });

  test('shows no reference that we did not make', async () => {
    expect((await get('/generic-error?reference=%3Cb%3E')).body).toContain('"reference":null');
  });

  test('says so in plain words when even it cannot be made, and the log has the reference', async () => {
    const broken = await serve({ views: { ...views, renderShell: () => '' } });
    const page = await broken.inject({ url: '/lead?product=ms', headers: { host } });
    expect(page.statusCode).toBe(307);
    const posted = await broken.inject({
      method: 'POST',
      url: '/lead?product=ms',
      headers: { host, origin, cookie: `matricula=${'b'.repeat(43)}` },
    });
    expect(posted.statusCode).toBe(303);
    const answer = await broken.inject({ url: String(page.headers.location), headers: { host } });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toMatch(
      /^Ocorreu um erro inesperado, por gentileza tente novamente mais tarde\. \([A-Z]{8}\)$/,
    );
    expect(warnings).toContainEqual({
      code: 'unexpected',
      reference: expect.stringMatching(/^[A-Z]{8}$/),
      route: '/lead',
    });
    await broken.close();
  });
});

describe('a rehearsal', () => {
  test('begins with the link, shows on every page, and ends on the page that it was closed on', async () => {
    const first = await get('/lead?product=ms&staging=1');
    const mark = [first.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('matricula-staging='));
    expect(first.body).toContain('[staging /staging?product=ms /lead]');
    const cookie = `${mark?.split(';')[0]}; matricula=${'a'.repeat(43)}`;
    expect((await get('/generic-error?product=ms', { cookie })).body).toContain('[staging ');
    const end = await post('/staging?product=ms', { to: '/payment' }, { cookie });
    expect(end.statusCode).toBe(303);
    expect(end.headers.location).toBe('/payment?product=ms');
    expect([end.headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(/^matricula-staging=; .*Max-Age=0/),
    );
  });

  test.each([[''], ['//evil.example'], ['https://evil.example'], ['/staging'], ['/lead?x=1']])(
    'comes back to /lead from %j',
    async (to) => {
      expect((await post('/staging?product=ms', { to })).headers.location).toBe('/lead?product=ms');
    },
  );

  test('cannot be begun by hand, nor in production', async () => {
    expect((await get('/lead?product=ms', { cookie: 'matricula-staging=1' })).body).not.toContain('[staging');
    const production = await serve({ environment: 'production' });
    const answer = await production.inject({ url: '/lead?product=ms&staging=1', headers: { host } });
    expect(answer.body).not.toContain('[staging');
    await production.close();
  });
});

describe('around the pages', () => {
  test('assets come compressed and are kept for ever', async () => {
    const small = await get('/assets/lead-1.js', { 'accept-encoding': 'gzip, br' });
    expect([small.body, small.headers['content-encoding'], small.headers['cache-control']]).toEqual([
      'small',
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect((await get('/assets/lead-1.js')).body).toBe('plain');
    expect((await get('/assets/..%2Fpages.json')).statusCode).toBe(404);
  });

  test('health asks for no host, readiness for everything that is needed', async () => {
    expect((await app.inject({ url: '/healthcheck', headers: { host: '10.0.0.1' } })).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/readiness')).json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
    const ill = await serve({ readiness: [{ name: 'database', check: () => Promise.reject(new Error('gone')) }] });
    const answer = await ill.inject('/readiness');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not-ready', checks: { database: 'failed' } }]);
    await ill.close();
  });

  test('a document of an order is for the browser that made it', async () => {
    expect((await get('/documents/ord_x/att_x/boleto.pdf')).statusCode).toBe(404);
  });
});
