import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownCookie, openPages, pagesHost, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const evil = 'evil.example';
/** Headers of a proxy that forwards any host name it receives. */
const poisons: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-host': evil },
  { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': evil, 'x-forwarded-port': '8443', 'x-forwarded-for': '203.0.113.9' },
  { forwarded: `for=203.0.113.9;host=${evil};proto=https` },
  { 'x-host': evil, 'x-forwarded-server': evil, 'x-original-host': evil, 'x-original-url': `//${evil}/` },
];

/** Pages, a redirect, errors, and publicly cacheable files. */
const addresses = [
  '/lead?product=ms&seller=ana',
  '/lead?product=conquer',
  '/payment?product=ms',
  '/generic-error?product=ms',
  '/nowhere',
  '/assets/lead-1.js',
  '/assets/none.js',
  '/healthcheck',
];

/** Trusted proxies: the server reads the forged host names. */
const believing = (): Promise<FastifyInstance> => stage.serve({}, { trustProxy: true });

function ask(server: FastifyInstance, url: string, headers: Readonly<Record<string, string>> = {}) {
  return server.inject({ url, headers: { host: pagesHost, cookie: knownCookie, ...headers } });
}

/** An answer without the values that are new each time. */
function said({ statusCode, headers, body }: LightMyRequestResponse): string {
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  const { date: _date, 'set-cookie': _cookie, ...lasting } = headers;
  const text = `${statusCode} ${JSON.stringify(lasting)}\n${body}`;
  return nonce === undefined ? text : text.replaceAll(nonce, 'nonce');
}

describe('a name that only a header of proxies says', () => {
  test.each(addresses)('S-11 is in no answer of %s, to whoever sent it or to who asks next', async (url) => {
    const clean = said(await ask(await believing(), url));
    for (const poison of poisons) {
      // A server of its own: its caches are filled by the forged request only.
      const server = await believing();
      const poisoned = await ask(server, url, poison);
      const next = await ask(server, url);
      expect([poison, said(poisoned)]).toEqual([poison, clean]);
      expect([poison, said(next)]).toEqual([poison, clean]);
    }
    expect(clean).not.toContain(evil);
  });

  test('S-11 opens nothing: a foreign host stays foreign when a header calls it ours', async () => {
    const server = await believing();
    for (const headers of [{ 'x-forwarded-host': pagesHost }, { forwarded: `host=${pagesHost}` }])
      expect((await ask(server, '/lead?product=ms', { ...headers, host: evil })).statusCode).toBe(421);
  });
});
