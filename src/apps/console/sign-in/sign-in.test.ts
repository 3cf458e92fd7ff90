import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeFirstLink } from '#src/domain/staff/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createSignInWorld, type SignInWorld } from '#tests/support/worlds/sign-in-world.server.ts';
import type { Routes } from '../console.contract.server.ts';

/** Something sensitive, and something that is not. */
const probes: Routes = (app) => {
  app.post('/move-money', { config: { needs: 'payout.record', about: 'list', needsFreshSignIn: true } }, () => ({}));
};

let database: TestDatabase;
let world: SignInWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createSignInWorld(database, { routes: [probes] });
});
afterAll(async () => {
  await world.close();
  await database.close();
});

afterEach(() => vi.useRealTimers());

const minutes = (count: number): void => world.clock.advance(count * 60_000);
const me = async (browser: ReturnType<SignInWorld['newBrowser']>): Promise<number> =>
  (await browser.call('GET', '/me')).status;

describe('a sign-in', () => {
  test('takes one press, and returns to the page that was asked for', async () => {
    const ana = world.newBrowser();
    expect(await me(ana)).toBe(401);
    const page = await ana.open('/sign-in?return=/sales?state=paid');
    expect(page.text).toContain('Ana Souza');
    const inside = await ana.choose(page, 'ana');
    expect(inside.url.pathname + inside.url.search).toBe('/sales?state=paid');
    expect((await ana.call('GET', '/me')).json).toMatchObject({
      name: 'Ana Souza',
      email: 'ana@escola.example',
      locale: 'pt-BR',
      grants: [{ role: 'help', scope: '*' }],
    });
    expect([...ana.cookies.keys()].filter((name) => name.startsWith('matricula'))).toEqual(['matricula-console']);
  });

  test('returns to no other site, and to no address that acts', async () => {
    for (const to of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/sign-in?return=/', '/data/me']) {
      const bia = world.newBrowser();
      const page = await bia.open(`/sign-in?return=${encodeURIComponent(to)}`);
      expect((await bia.choose(page, 'bia')).url.href).toBe('http://localhost:3004/');
    }
  });

  test('with the state of another browser, or with a state used before, is refused', async () => {
    const [caio, other] = [world.newBrowser(), world.newBrowser()];
    const returned = await caio.choose(await caio.open('/sign-in'), 'caio', 'on', '/sign-in/callback');
    expect(returned.url.searchParams.get('code')).not.toBeNull();
    await other.open('/sign-in');
    const foreign = await other.open(returned.url.href);
    expect([foreign.status, await me(other)]).toEqual([400, 401]);
    expect((await caio.open(returned.url.href)).status).toBe(404);
    expect(await me(caio)).toBe(200);
    expect((await caio.open(returned.url.href)).status).toBe(400);
  });

  test('with an answer for another nonce is refused', async () => {
    const duda = world.newBrowser();
    const page = await duda.open('/sign-in');
    const returned = await duda.choose(page, 'duda', 'on', '/sign-in/callback');
    // The provider signs the nonce that it was sent; the cookie of a second sign-in expects another one.
    const first = duda.cookies.get('matricula-console-sign-in') ?? '';
    const second = world.newBrowser();
    await second.open('/sign-in');
    expect(second.cookies.get('matricula-console-sign-in')).not.toBe(first);
    duda.cookies.set('matricula-console-sign-in', second.cookies.get('matricula-console-sign-in') ?? '');
    expect((await duda.open(returned.url.href)).status).toBe(400);
    duda.cookies.set('matricula-console-sign-in', `${first.slice(0, -4)}AAAA`);
    expect((await duda.open(returned.url.href)).status).toBe(400);
    expect(await me(duda)).toBe(401);
  });

  test('of another company is refused, and no account is made', async () => {
    const zeca = world.newBrowser();
    const page = await zeca.signIn('zeca');
    expect([page.status, page.text.includes('Esta conta não é da escola'), await me(zeca)]).toEqual([403, true, 401]);
    const known = await database.db.selectFrom('staff_accounts').select('email').execute();
    expect(known.map(({ email }) => email)).not.toContain('zeca@outra.example');
  });

  test('of somebody without access shows a page that asks for it, once', async () => {
    const ivo = world.newBrowser();
    const page = await ivo.signIn('ivo');
    expect([page.status, page.url.pathname]).toEqual([403, '/sign-in/no-access']);
    expect(page.text).toContain('ivo@escola.example');
    const cookie = `matricula-console=${ivo.cookies.get('matricula-console')}`;
    const ask = (site: string) =>
      world.app.inject({
        ...{ method: 'POST', url: '/sign-in/no-access', payload: '' },
        headers: {
          ...{ host: 'localhost:3004', cookie, origin: 'http://localhost:3004', 'sec-fetch-site': site },
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
    const asked = async () =>
      database.db
        .selectFrom('staff_accounts')
        .select('access_requested_at')
        .where('subject', '=', 'ivo')
        .executeTakeFirstOrThrow();
    await ask('cross-site');
    expect(await asked()).toEqual({ access_requested_at: null });
    expect((await ask('same-origin')).payload).toContain('O pedido foi feito');
    expect(await asked()).not.toEqual({ access_requested_at: null });
    expect((await ivo.open('/sign-in/no-access')).text).toContain('O pedido foi feito');
  });

  test('by the printed link gives the first person the people’s role, once', async () => {
    const secret = await makeFirstLink(world.ctx, 'ivo@escola.example');
    const ivo = world.newBrowser();
    const page = await ivo.open(`/sign-in/first/${secret}`);
    expect((await ivo.choose(page, 'ivo')).url.pathname).toBe('/');
    expect((await ivo.call('GET', '/me')).json['grants']).toEqual([{ role: 'people', scope: '*', until: null }]);
    const again = world.newBrowser();
    const over = await again.choose(await again.open(`/sign-in/first/${secret}`), 'ivo');
    expect([over.status, await me(again)]).toEqual([410, 401]);
  });

  test('while the directory is away is refused with a page that says so', async () => {
    const fresh = await createSignInWorld(database);
    await fresh.setAway(true);
    const page = await fresh.newBrowser().open('/sign-in');
    expect([page.status, page.text.includes('não responde')]).toEqual([503, true]);
    await fresh.setAway(false);
    expect((await fresh.newBrowser().signIn('ana')).url.pathname).toBe('/');
    await fresh.close();
  });
});

describe('a session', () => {
  test('ends when it is signed out, and its cookie opens nothing afterwards', async () => {
    const ana = world.newBrowser();
    await ana.signIn('ana');
    const token = ana.cookies.get('matricula-console') ?? '';
    expect((await ana.call('POST', '/sign-out')).status).toBe(204);
    ana.cookies.set('matricula-console', token);
    expect(await me(ana)).toBe(401);
  });

  test('ends within 15 minutes for whoever left the school, everywhere', async () => {
    const [desk, phone] = [world.newBrowser(), world.newBrowser()];
    await desk.signIn('bia');
    await phone.signIn('bia');
    await world.setLeft('bia', true);
    expect(await me(desk)).toBe(200);
    minutes(15);
    expect([await me(desk), await me(phone)]).toEqual([401, 401]);
    const back = await world.newBrowser().open('/sign-in');
    expect(back.text).toContain('Saiu da escola');
    await world.setLeft('bia', false);
    const again = world.newBrowser();
    await again.signIn('bia');
    expect(await me(again)).toBe(200);
  });

  test('outlives the check as long as the directory knows its person', async () => {
    const eva = world.newBrowser();
    await eva.signIn('eva');
    for (let times = 0; times < 4; times += 1) {
      minutes(16);
      expect(await me(eva)).toBe(200);
    }
  });

  test('of who is in stays while the directory is away, and does nothing sensitive', async () => {
    const caio = world.newBrowser();
    await caio.signIn('caio');
    expect((await caio.call('POST', '/move-money')).status).toBe(200);
    await world.setAway(true);
    minutes(16);
    expect(await me(caio)).toBe(200);
    expect((await caio.call('POST', '/move-money')).json['code']).toBe('directory-away');
    await world.setAway(false);
  });

  test('asks for the second factor again after five minutes', async () => {
    const duda = world.newBrowser();
    await duda.signIn('duda', 'off');
    expect((await duda.call('POST', '/move-money')).json['code']).toBe('sign-in-too-old');
    const page = await duda.open('/sign-in/fresh?return=/approvals');
    expect([page.text.includes('Confirmar'), page.text.includes('Ana Souza')]).toEqual([true, false]);
    const before = duda.cookies.get('matricula-console');
    expect((await duda.choose(page, 'duda')).url.pathname).toBe('/approvals');
    expect(duda.cookies.get('matricula-console')).not.toBe(before);
    expect((await duda.call('POST', '/move-money')).status).toBe(200);
    minutes(6);
    expect((await duda.call('POST', '/move-money')).json['code']).toBe('sign-in-too-old');
  });

  test('is not made fresh by a directory that answers with an old proof', async () => {
    const duda = world.newBrowser();
    await duda.signIn('duda');
    // The directory and the console read the machine's clock for it.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
    const way = await duda.open('/sign-in/fresh?return=/approvals', '/directory/');
    expect(way.url.searchParams.get('max_age')).toBe('300');
    // A directory that is not asked for a new proof, or does not care, sends the person back at once.
    for (const name of ['max_age', 'acr_values']) way.url.searchParams.delete(name);
    const before = duda.cookies.get('matricula-console');
    const returned = await duda.open(way.url.href);
    expect([returned.url.pathname, returned.status]).toEqual(['/sign-in/callback', 400]);
    expect(duda.cookies.get('matricula-console')).toBe(before);
    expect((await duda.call('POST', '/move-money')).json['code']).toBe('sign-in-too-old');
  });

  test('is not made fresh by another person who answers in its browser', async () => {
    const duda = world.newBrowser();
    await duda.signIn('duda', 'off');
    const page = await duda.open('/sign-in/fresh?return=/approvals');
    const other = await duda.choose(page, 'caio');
    expect(other.status).toBe(400);
    expect((await duda.call('POST', '/move-money')).json['code']).toBe('sign-in-too-old');
  });

  test.each([
    ['another host of this machine', { host: 'localhost:3000' }, 421],
    ['a name that an attacker points here', { host: 'console.evil.example' }, 421],
  ])('is not served to %s', async (_title, headers, status) => {
    const ana = world.newBrowser();
    await ana.signIn('ana');
    const cookie = `matricula-console=${ana.cookies.get('matricula-console')}`;
    expect((await world.app.inject({ url: '/data/me', headers: { ...headers, cookie } })).statusCode).toBe(status);
  });
});
