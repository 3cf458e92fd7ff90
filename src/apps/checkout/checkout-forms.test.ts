import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  knownCookie,
  openPages,
  pagesHost,
  pagesOrigin,
  type PagesWorld,
  plainViews,
} from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const lead = { name: 'Maria da Silva', email: 'Maria@Example.com', phone: '(11) 96123-4567', country: 'BR' };

describe('a form', () => {
  test('that is good goes on by 303 with the link kept, and what was typed is saved', async () => {
    const answer = await stage.post('/lead?product=ms&seller=ana', { ...lead, marketing: 'yes' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/payment?product=ms&seller=ana');
    const saved = await stage.database.db
      .selectFrom('leads')
      .select(['name', 'email', 'phone', 'seller'])
      .executeTakeFirstOrThrow();
    expect(saved).toEqual({
      name: 'Maria da Silva',
      email: 'maria@example.com',
      phone: '+5511961234567',
      seller: 'ana',
    });
    const consents = await stage.database.db
      .selectFrom('consents')
      .select(['kind', 'accepted'])
      .orderBy('kind')
      .execute();
    expect(consents).toEqual([
      { kind: 'marketing', accepted: true },
      { kind: 'terms', accepted: true },
    ]);
    const shown = await stage.get('/lead?product=ms&seller=ana', { cookie: knownCookie });
    expect(shown.body).toContain('"phone":"(11) 96123-4567","country":"BR"');
  });

  test('that is refused is shown again with the values and the messages', async () => {
    const answer = await stage.post('/lead?product=ms', { ...lead, name: '<Maria>', phone: '1' });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('"errors":{"name":"validation.name-incomplete","phone":"validation.phone"}');
    expect(answer.body).toContain('"email":"Maria@Example.com"');
  });

  test('of the page’s own script is answered in JSON, so that the page stays', async () => {
    const refused = await stage.post('/lead?product=ms', { ...lead, name: 'x' }, { accept: 'application/json' });
    expect(refused.json()).toMatchObject({ kind: 'page', form: { errors: { name: 'validation.name-incomplete' } } });
    const good = await stage.post('/lead?product=ms', lead, { accept: 'application/json' });
    expect(good.json()).toEqual({ kind: 'redirect', to: '/payment?product=ms' });
  });

  test.each([
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['from a browser without cookies', { cookie: '' }, 400],
    ['that is JSON', { 'content-type': 'application/json' }, 422],
  ])('%s', async (_name, headers, status) => {
    const answer = await stage.post('/lead?product=ms', lead, headers);
    expect(answer.statusCode).toBe(status);
  });

  test('without cookies is told how to go on', async () => {
    const answer = await stage.post('/lead?product=ms', lead, { cookie: '' });
    expect(answer.body).toContain('[cookies-disabled]{"data":{"retry":"/lead?product=ms"}');
  });

  test('that is too large is refused before it is read', async () => {
    expect((await stage.post('/lead?product=ms', { name: 'x'.repeat(70_000) })).statusCode).toBe(413);
  });

  test.each([
    ['from another site', 403, { 'sec-fetch-site': 'cross-site' }, 'name=Maria'],
    ['that names a field twice', 400, {}, 'name=a&name=b'],
    ['that is no UTF-8', 400, {}, 'name=%ff'],
    ['that reaches for a prototype', 400, {}, '__proto__=1'],
    ['that is too large', 413, {}, `name=${'x'.repeat(70_000)}`],
    ['of a kind that nobody knows', 415, { 'content-type': 'json' }, '{}'],
  ])('%s is told so on a page, in the reader’s language', async (_name, status, headers, payload) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const answer = await stage.app.inject({
      method: 'POST',
      url: '/lead?product=wup&flowId=peru',
      payload,
      headers: { host: pagesHost, origin: pagesOrigin, cookie: knownCookie, ...form, ...headers },
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('<html lang="es-PE"');
    expect(answer.body).toContain('[generic-error]');
  });

  test('for a page that takes none is told so on a page', async () => {
    const answer = await stage.post('/parsing?product=ms', {});
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET']);
    expect(answer.body).toContain('[generic-error]');
  });
});

describe('/generic-error', () => {
  test.each(['GET', 'POST', 'PUT', 'DELETE'] as const)('answers %s and leads nowhere by itself', async (method) => {
    const answer = await stage.app.inject({
      method,
      url: '/generic-error?product=ms&reference=ABCDEFGH',
      headers: { host: pagesHost },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('{"reference":"ABCDEFGH","unknown":null,"retry":"/?product=ms"}');
    expect(answer.body).not.toContain('<script');
  });

  test('shows no reference that we did not make', async () => {
    expect((await stage.get('/generic-error?reference=%3Cb%3E')).body).toContain('"reference":null');
  });

  test('says so in plain words when even it cannot be made, and the log has the reference', async () => {
    const broken = await stage.serve({ views: { ...plainViews, renderShell: () => '' } });
    const page = await broken.inject({ url: '/lead?product=ms', headers: { host: pagesHost } });
    expect(page.statusCode).toBe(307);
    const posted = await broken.inject({
      method: 'POST',
      url: '/lead?product=ms',
      headers: { host: pagesHost, origin: pagesOrigin, cookie: `matricula=${'b'.repeat(43)}` },
    });
    expect(posted.statusCode).toBe(303);
    const answer = await broken.inject({ url: String(page.headers.location), headers: { host: pagesHost } });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toMatch(
      /^Ocorreu um erro inesperado, por gentileza tente novamente mais tarde\. \([A-Z]{8}\)$/,
    );
    expect(stage.logged).toContainEqual({
      code: 'unexpected',
      reference: expect.stringMatching(/^[A-Z]{8}$/),
      route: '/lead',
    });
  });
});

describe('a rehearsal', () => {
  test('begins with the link, shows on every page, and ends on the page that it was closed on', async () => {
    const first = await stage.get('/lead?product=ms&staging=1');
    const mark = [first.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('matricula-staging='));
    expect(first.body).toContain('[staging /staging?product=ms /lead]');
    const cookie = `${mark?.split(';')[0]}; ${knownCookie}`;
    expect((await stage.get('/generic-error?product=ms', { cookie })).body).toContain('[staging ');
    const end = await stage.post('/staging?product=ms', { to: '/payment' }, { cookie });
    expect(end.statusCode).toBe(303);
    expect(end.headers.location).toBe('/payment?product=ms');
    expect([end.headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(/^matricula-staging=; .*Max-Age=0/),
    );
  });

  test.each([[''], ['//evil.example'], ['https://evil.example'], ['/staging'], ['/lead?x=1']])(
    'comes back to /lead from %j',
    async (to) => {
      expect((await stage.post('/staging?product=ms', { to })).headers.location).toBe('/lead?product=ms');
    },
  );

  test('cannot be begun by hand, nor in production', async () => {
    expect((await stage.get('/lead?product=ms', { cookie: 'matricula-staging=1' })).body).not.toContain('[staging');
    const production = await stage.serve({ environment: 'production' });
    const answer = await production.inject({ url: '/lead?product=ms&staging=1', headers: { host: pagesHost } });
    expect(answer.body).not.toContain('[staging');
  });

  test('does not come into production by a mark that is rightly signed', async () => {
    const begun = await stage.get('/lead?product=ms&staging=1');
    const mark = [begun.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('matricula-staging='));
    const cookie = mark?.split(';')[0] ?? '';
    expect((await stage.get('/lead?product=ms', { cookie })).body).toContain('[staging');
    // With the same secret as the installation that signed the value.
    const production = await stage.serve({ environment: 'production' });
    const answer = await production.inject({ url: '/lead?product=ms', headers: { host: pagesHost, cookie } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('[staging');
  });
});
