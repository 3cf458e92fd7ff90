import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleWorld, createConsoleWorld, silentHub } from '#tests/support/worlds/console-world.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../console.contract.server.ts';
import type { LiveTopic } from '../live/live-hub.server.ts';

/** One route of each kind that the hook knows. */
const sample: Routes = (app) => {
  app.get('/mine', { config: { needs: 'signed-in' } }, ({ staff }) => ({ name: staff.name }));
  app.get('/sales', { config: { needs: 'sale.view', about: 'list' } }, () => ({ done: true }));
  app.get('/health', { config: { needs: 'health.view', about: 'everywhere' } }, () => ({ done: true }));
  app.get<{ Params: { brand: string; seller: string } }>(
    '/sales/:brand/:seller',
    {
      config: {
        needs: 'refund.request',
        about: ({ params }) => {
          const named: Record<string, string> = { ...(params as object) };
          return named['brand'] === 'nowhere' ? null : { brand: named['brand'] ?? '', seller: named['seller'] ?? '' };
        },
      },
    },
    () => ({ done: true }),
  );
  app.post<{ Body: { isRight: boolean } }>(
    '/decisions',
    { config: { needs: 'signed-in', changes: 'approvals' } },
    ({ body }, reply) => (body.isRight ? { done: true } : sendProblem(reply, 'not-found')),
  );
  app.post('/payouts', { config: { needs: 'payout.record', about: 'list', needsFreshSignIn: true } }, () => ({
    done: true,
  }));
};

let database: TestDatabase;
let world: ConsoleWorld;
const changed: LiveTopic[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const live = { ...silentHub, topicChanged: (topic: LiveTopic) => void changed.push(topic) };
  world = await createConsoleWorld(database, { routes: [sample], services: { live } });
});
afterAll(async () => {
  await world.close();
  await database.close();
});

describe('the permission hook', () => {
  test('answers nobody with 401, whatever the route', async () => {
    for (const url of ['/mine', '/sales', '/sales/school/ana']) {
      const answer = await world.app.inject({ url: `/data${url}` });
      expect([answer.statusCode, answer.json().code, answer.headers['cache-control']]).toEqual([
        401,
        'signed-out',
        'no-store',
      ]);
    }
  });

  test('lets everybody signed in ask for what is theirs', async () => {
    const helena = world.user('helena', []);
    expect(await helena.get('/mine')).toMatchObject({ status: 200, json: { name: 'helena' } });
  });

  test.each([
    ['in the brand with the permission', ['help@brand:school'], 200],
    ['with everything', ['finance-lead@*'], 200],
    ['in the brand without the permission', ['operator@brand:school'], 403],
    ['in another brand', ['help@brand:other'], 404],
    ['the seller of the sale without the permission', ['seller@seller:school/ana'], 403],
    ['another seller', ['seller@seller:school/bia'], 404],
    ['without any grant', [], 404],
  ] as const)('answers for one sale: %s', async (_title, grants, status) => {
    const answer = await world.user('one', grants).get('/sales/school/ana');
    expect(answer.status).toBe(status);
    expect(answer.json['permission']).toBe(status === 403 ? 'refund.request' : undefined);
  });

  test('answers what is not there as what is out of scope', async () => {
    const [missing, hidden] = [
      await world.user('all', ['help@*']).get('/sales/nowhere/ana'),
      await world.user('other', ['help@brand:other']).get('/sales/school/ana'),
    ];
    const { instance: _, ...shown } = missing.json;
    expect(hidden.json).toMatchObject(shown);
    expect(Object.keys(hidden.json)).toEqual(Object.keys(missing.json));
  });

  test.each([
    ['/sales', ['help@brand:other'], 200],
    ['/sales', ['people@*'], 403],
    ['/sales', [], 403],
    ['/health', ['operator@*'], 200],
    ['/health', ['operator@brand:school'], 403],
  ] as const)('admits to %s with %j: %i', async (url, grants, status) => {
    expect((await world.user('one', grants).get(url)).status).toBe(status);
  });

  const minutes = (count: number): Date => new Date(world.ctx.clock.now().getTime() - count * 60_000);

  test('asks for a fresh sign-in with a strong context where money moves', async () => {
    const pay = async (session: object): Promise<unknown> =>
      (await world.user('caio', ['finance@*'], session).post('/payouts')).json['code'] ?? 'done';
    expect(await pay({})).toBe('done');
    expect(await pay({ authenticatedAt: minutes(4.9) })).toBe('done');
    expect(await pay({ authenticatedAt: minutes(5.1) })).toBe('sign-in-too-old');
    expect(await pay({ acr: null })).toBe('sign-in-too-old');
    expect(await pay({ acr: 'weak' })).toBe('sign-in-too-old');
    expect(await pay({ isDirectoryReached: false })).toBe('directory-away');
  });

  test('tells open pages what a route changes once it has done something, and nothing when it refused', async () => {
    const ana = world.user('ana', []);
    expect((await ana.post('/decisions', { isRight: false })).status).toBe(404);
    expect(changed).toEqual([]);
    expect((await ana.post('/decisions', { isRight: true })).status).toBe(200);
    expect(changed).toEqual(['approvals']);
  });

  test('stops the start at a route that does not say what it needs, or what it is about', async () => {
    const silent: Routes = (app) => void app.get('/secrets', () => ({}));
    await expect(createConsoleWorld(database, { routes: [silent] })).rejects.toThrow('/data/secrets does not declare');
    const vague: Routes = (app) => void app.get('/secrets', { config: { needs: 'sale.view' } }, () => ({}));
    await expect(createConsoleWorld(database, { routes: [vague] })).rejects.toThrow('what it is about');
  });
});

describe('a write', () => {
  const own = { origin: 'http://localhost:3004', 'sec-fetch-site': 'same-origin', 'x-console': '1' };
  test.each([
    ['from another origin', { ...own, origin: 'https://evil.example' }],
    ['from another port of this machine', { ...own, origin: 'http://localhost:3000' }],
    ['without an origin', { 'sec-fetch-site': 'same-origin', 'x-console': '1' }],
    ['of another site', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['of the same site', { ...own, 'sec-fetch-site': 'same-site' }],
    ['of a form, which has no such header', { origin: own.origin, 'sec-fetch-site': 'same-origin' }],
  ])('%s is refused before anybody is looked up', async (_title, headers) => {
    world.user('caio', ['finance@*']);
    const answer = await world.app.inject({
      method: 'POST',
      url: '/data/payouts',
      headers: { ...headers, 'x-test-person': 'caio', 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'origin-refused']);
  });

  test('takes JSON only', async () => {
    world.user('caio', ['finance@*']);
    const answer = await world.app.inject({
      method: 'POST',
      url: '/data/payouts',
      headers: { ...own, 'x-test-person': 'caio', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=1',
    });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'media-type-not-supported']);
  });
});
