import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPages, pagesHost, type PagesWorld, plainViews } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

describe('a page', () => {
  test('is a document with one script, its data, and headers that forbid everything else', async () => {
    const answer = await stage.get('/lead?product=ms&seller=ana');
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

  test('names its scripts ahead of the document, with the same nonce', async () => {
    const answer = await stage.get('/lead?product=ms');
    const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1];
    const entry = /<script type="module" nonce="[^"]+" src="([^"]+)"/.exec(answer.body)?.[1];
    expect(entry).toBeDefined();
    expect(answer.headers['link']).toContain(`<${entry}>; rel=modulepreload; nonce="${nonce}"`);
  });

  test('has an icon of its own where its step brings one', async () => {
    const images = { ...plainViews.images, 'meusucesso/images/favicon.black-friday.svg': '/assets/campaign.svg' };
    const app = await stage.serve({ views: { ...plainViews, images } });
    const shown = async (path: string) => (await app.inject({ url: path, headers: { host: pagesHost } })).body;
    const link = 'product=ms&flowId=black-friday';
    expect(await shown(`/presentation?${link}`)).toContain('<link rel="icon" href="/assets/campaign.svg">');
    expect(await shown(`/lead?${link}`)).toContain('<link rel="icon" href="data:,">');
  });

  test('comes compressed to whoever can read that', async () => {
    const wide = await stage.serve({
      views: { ...plainViews, renderSummary: () => ({ narrow: '', wide: 'x'.repeat(5000) }) },
    });
    const ask = (accepted: string) =>
      wide.inject({ url: '/lead?product=ms', headers: { host: pagesHost, 'accept-encoding': accepted } });
    const [br, gzip, plain] = [await ask('gzip, br'), await ask('gzip'), await ask('identity')];
    expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(brotliDecompressSync(br.rawPayload).length).toBe(plain.rawPayload.length);
    expect(gunzipSync(gzip.rawPayload).length).toBe(plain.rawPayload.length);
  });

  test('has another nonce each time', async () => {
    const [one, two] = [await stage.get('/lead?product=ms'), await stage.get('/lead?product=ms')];
    expect(one.headers['content-security-policy']).not.toBe(two.headers['content-security-policy']);
  });

  test('knows the browser again by a cookie that scripts cannot read', async () => {
    const [cookie] = [(await stage.get('/lead?product=ms')).headers['set-cookie']].flat();
    expect(cookie).toMatch(/^matricula=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const again = await stage.get('/lead?product=ms', { cookie: String(cookie).split(';')[0] ?? '' });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  test('behind TLS the cookie is bound to this host', async () => {
    const secure = await stage.serve({ publicOrigin: 'https://pay.example' });
    const answer = await secure.inject({ url: '/lead?product=ms', headers: { host: 'pay.example' } });
    expect(answer.headers['set-cookie']).toMatch(/^__Host-matricula=[\w-]{43}; .*; Secure$/);
    expect(answer.headers['strict-transport-security']).toContain('max-age');
  });

  test.each([
    ['our host in capitals', { url: '/lead?product=ms', headers: { host: pagesHost.toUpperCase() } }, 200],
    ['another host', { url: '/lead?product=ms', headers: { host: 'evil.example' } }, 421],
    ['a method that it does not take', { method: 'PUT', url: '/lead?product=ms', headers: { host: pagesHost } }, 405],
    ['HEAD', { method: 'HEAD', url: '/lead?product=ms', headers: { host: pagesHost } }, 200],
    [
      'a form for a page without one',
      { method: 'POST', url: '/parsing?product=ms', headers: { host: pagesHost } },
      405,
    ],
    ['an address that nobody has', { url: '/nowhere', headers: { host: pagesHost } }, 404],
  ] satisfies [string, InjectOptions, number][])('%s gets %s', async (_name, request, status) => {
    expect((await stage.app.inject(request)).statusCode).toBe(status);
  });

  test('an unknown address says so, to everybody alike and without a cookie', async () => {
    const answer = await stage.get('/nowhere?product=ms');
    expect(answer.body).toContain('[not-found]');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('public, max-age=60');
  });
});

describe('the entry', () => {
  test('goes to the first step and keeps what a link may carry, without what is personal', async () => {
    const answer = await stage.get(
      '/?product=ms&seller=ana&utm_source=x&email=maria%40example.com&leadId=1&token=t&cpf=1&other=1',
    );
    expect(answer.statusCode).toBe(307);
    expect(answer.headers.location).toBe('/lead?product=ms&seller=ana&utm_source=x');
  });

  test('without a product shows what there is, in test only', async () => {
    expect((await stage.get('/')).body).toContain('[start]');
    const production = await stage.serve({ environment: 'production' });
    const answer = await production.inject({ url: '/', headers: { host: pagesHost } });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('[not-found]');
  });

  test.each([
    '/?product=nothing',
    '/lead?product=nothing',
    '/lead',
    '/lead?product=ms&seller=nobody',
    '/lead?product=ms&offer=none',
  ])('%s ends at the error page', async (url) => {
    const answer = await stage.get(`${url}${url.includes('?') ? '&' : '?'}email=maria%40example.com&utm_source=x`);
    expect(answer.statusCode).toBe(307);
    expect(answer.headers.location).toMatch(/^\/generic-error\?.*utm_source=x&reference=[A-Z]{8}$/);
    expect(answer.headers.location).not.toContain('maria');
  });
});

describe('around the pages', () => {
  test('assets come compressed and are kept for ever', async () => {
    const small = await stage.get('/assets/lead-1.js', { 'accept-encoding': 'gzip, br' });
    expect([small.body, small.headers['content-encoding'], small.headers['cache-control']]).toEqual([
      'small',
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect((await stage.get('/assets/lead-1.js')).body).toBe('plain');
    expect((await stage.get('/assets/..%2Fpages.json')).statusCode).toBe(404);
  });

  test('health asks for no host, readiness for everything that is needed; how companies are is not for the public', async () => {
    expect((await stage.app.inject({ url: '/healthcheck', headers: { host: '10.0.0.1' } })).json()).toEqual({
      status: 'ok',
    });
    expect((await stage.app.inject('/readiness')).json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
    const ill = await stage.serve({
      readiness: [{ name: 'database', check: () => Promise.reject(new Error('gone')) }],
    });
    const answer = await ill.inject('/readiness');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not-ready', checks: { database: 'failed' } }]);
    // A gateway with an open circuit is reported, and the process stays ready.
    const resting = await stage.serve({ states: async () => ({ gateways: { one: 'open' } }) });
    expect((await resting.inject('/readiness')).json()).toMatchObject({ status: 'ready', gateways: { one: 'open' } });
    const ask = (headers: Readonly<Record<string, string>>, remoteAddress = '203.0.113.9') =>
      resting.inject({ url: '/readiness', headers, remoteAddress });
    const statesToken = 'a-collector-says-this';
    const told = { status: 'ready', checks: { database: 'ok' } };
    expect((await ask({})).json()).toEqual(told);
    expect((await ask({ 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1')).json()).toEqual(told);
    const collected = await stage.serve({ states: async () => ({ gateways: { one: 'open' } }), statesToken });
    const asked = { url: '/readiness', remoteAddress: '203.0.113.9' };
    const by = async (token: string) =>
      (await collected.inject({ ...asked, headers: { authorization: token } })).json();
    expect(await by(`Bearer ${statesToken}`)).toMatchObject({ gateways: { one: 'open' } });
    expect(await by('Bearer something-else')).toEqual(told);
    const gone = await stage.serve({ states: () => Promise.reject(new Error('gone')) });
    const failed = await gone.inject('/readiness');
    const checks = { database: 'ok', states: 'failed' };
    expect([failed.statusCode, failed.json()]).toEqual([503, { status: 'not-ready', checks }]);
  });
});
