import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogPort } from '#src/branding/index.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { magicLinkCookie } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import {
  knownCookie,
  openPages,
  pagesHost,
  pagesOrigin,
  type PagesWorld,
} from '#tests/support/worlds/pages-world.server.ts';

/** An address without a server. */
const nowhere = createPool({ connectionString: 'postgresql://app@127.0.0.1:1/app' });

let stage: PagesWorld;
let app: FastifyInstance;
/** Voucher guesses by link are counted here. */
let guarded: FastifyInstance;
beforeAll(async () => {
  stage = await openPages();
  const away = { ...stage.database, db: createKysely<Database>(nowhere) };
  const catalog = catalogPort(readBrandParts().brands);
  const { ctx } = createDomainWorld(away, { catalog });
  app = await stage.serve({ ctx });
  guarded = await stage.serve({ ctx: { ...ctx, config: { ...ctx.config, risk: { countsPrivateAddresses: true } } } });
});
afterAll(async () => {
  await nowhere.end();
  await stage.close();
});

const headers = { host: pagesHost, origin: pagesOrigin, 'sec-fetch-site': 'same-origin', cookie: knownCookie };
/** A subscription opened by this browser's magic link. */
const subscription = `sub_${'x'.repeat(22)}`;
const [pass = ''] = magicLinkCookie(subscription, 'y'.repeat(43), false).split(';');
const form = { ...headers, cookie: `${knownCookie}; ${pass}`, 'content-type': 'application/x-www-form-urlencoded' };
const ask = (url: string, server = app) => server.inject({ url, headers });
const post = (url: string, accept = 'text/html', server = app, fields: Record<string, string> = lead) =>
  server.inject({ method: 'POST', url, payload: new URLSearchParams(fields).toString(), headers: { ...form, accept } });
const lead = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };

describe('while the database is away', () => {
  test('a page says so where it is, in its language, and asks again by itself for all that was asked for', async () => {
    const answer = await ask('/payment?product=wup&flowId=peru&part=2');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.body).toContain('<html lang="es-PE"');
    expect(answer.body).toContain(
      '[temporarily-unavailable]{"data":{"again":"/payment?product=wup&flowId=peru&part=2","isSent":false,"fields":null}',
    );
    expect(answer.body).toContain(
      '<meta http-equiv="refresh" content="5;url=/payment?product=wup&amp;flowId=peru&amp;part=2">',
    );
  });

  test('a payment without script is answered by a page that looks at what became of it', async () => {
    const answer = await post('/payment?product=ms', 'text/html', app, { key: 'of the try', amount: '100' });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain(
      '[temporarily-unavailable]{"data":{"again":"/payment?product=ms","isSent":true,"fields":null}',
    );
    expect(answer.body).toContain('http-equiv="refresh"');
  });

  test.each([
    ['an offer that is bought at once', '/payment/upsell?product=ms', { upsell: 'buy' }],
    [
      'a renewal by the kept means',
      `/renew/${subscription}?product=ms`,
      { plan: 'ms-annual-t', kept: 'ms-annual-t', period: '2' },
    ],
  ])('so is %s, which is never sent again by a press', async (_name, url, pressed) => {
    const { statusCode, body } = await post(url, 'text/html', app, pressed);
    expect(statusCode).toBe(503);
    expect(body).toContain(`"again":"${url}","isSent":true,"fields":null`);
    expect(body).toContain('http-equiv="refresh"');
  });

  test('any other form without script is kept, to be sent again, and is not taken away by itself', async () => {
    const answer = await post('/lead?product=ms');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    const fields = Object.entries(lead).map(([name, value]) => ({ name, value }));
    expect(answer.body).toContain(
      `[temporarily-unavailable]${JSON.stringify({ data: { again: '/lead?product=ms', isSent: false, fields }, form: null })}`,
    );
    expect(answer.body).not.toContain('http-equiv="refresh"');
    expect((await post('/lead?product=ms', 'text/html', app, { name: '4111 1111 1111 1111' })).body).not.toContain(
      '4111',
    );
  });

  test.each([
    ['a voucher that is applied', { intent: 'voucher', voucher: 'estendido' }],
    ['a payment with a word that was not applied yet: it is applied first', { voucher: 'estendido' }],
    ['a voucher that is taken away', { intent: 'remove-voucher' }],
    ['a kept card that is to be forgotten', { intent: 'forget-profile' }],
    ['parts that are changed', { intent: 'ways' }],
  ])('so is %s, with all that was typed beside it', async (_name, pressed) => {
    const typed = { key: 'of the try', amount: '100', 'card.holder': 'Maria da Silva' };
    const { statusCode, body } = await post('/payment?product=wup&flowId=peru', 'text/html', app, {
      ...typed,
      ...pressed,
    });
    expect(statusCode).toBe(503);
    expect(body).toContain('<html lang="es-PE"');
    const fields = Object.entries({ ...typed, ...pressed }).map(([name, value]) => ({ name, value }));
    expect(body).toContain(`"isSent":false,"fields":${JSON.stringify(fields)}`);
    expect(body).not.toContain('http-equiv="refresh"');
  });

  test('so is where money is to be paid out to, whose key is none of a payment', async () => {
    const fields = { key: 'maria@exemplo.com.br', bank: '', branch: '', account: '', intent: 'details' };
    const { body } = await post('/withdraw/ord_x?product=ms', 'text/html', app, fields);
    expect(body).toContain('"isSent":false');
    expect(body).toContain('{"name":"key","value":"maria@exemplo.com.br"}');
    expect(body).not.toContain('http-equiv="refresh"');
  });

  test('a form of a script is not taken away from its page', async () => {
    const answer = await post('/lead?product=ms', 'application/json');
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([503, '5', { kind: 'away' }]);
  });

  test('what needs no database is shown, and a link that leads nowhere still ends at the error', async () => {
    expect((await ask('/generic-error?product=ms')).statusCode).toBe(200);
    expect((await ask('/payment?product=nothing')).headers.location).toMatch(/^\/generic-error/);
    const own = await ask('/coming-back?product=ms');
    expect([own.statusCode, own.body.includes('http-equiv="refresh"')]).toEqual([200, false]);
  });

  test.each(['//evil.example/payment?product=ms', '/%2fevil.example?product=ms'])(
    '%s leads nowhere else',
    async (url) => {
      expect((await ask(url)).body).not.toContain('url=//');
    },
  );

  test.each(['estendido', 'a-word-that-is-none'])(
    'a link with the word %s is told the same, also where words are counted',
    async (word) => {
      const link = `?product=ms&voucher=${word}`;
      const answer = await ask(`/payment${link}`, guarded);
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
      expect(answer.body).toContain(
        `[temporarily-unavailable]{"data":{"again":"/payment${link}","isSent":false,"fields":null}`,
      );
      expect((await post(`/payment${link}`, 'text/html', guarded)).body).toContain('[temporarily-unavailable]');
      const script = await post(`/payment${link}`, 'application/json', guarded);
      expect([script.statusCode, script.json()]).toEqual([503, { kind: 'away' }]);
      const error = await ask(`/generic-error${link}`, guarded);
      expect([error.statusCode, error.body.includes('[generic-error]')]).toEqual([200, true]);
      const own = await ask(`/coming-back${link}`, guarded);
      expect(own.statusCode).toBe(200);
      const foreign = await guarded.inject({
        method: 'POST',
        url: `/payment${link}`,
        headers: { ...form, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        payload: '',
      });
      expect([foreign.statusCode, foreign.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    },
  );
});
