import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { createFaults } from '#sandbox/faults/faults.server.ts';
import { faultsRoutes } from '#sandbox/faults/faults.routes.server.ts';
import { routes } from './sandbox.routes.server.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let stand: FastifyInstance;
const moved: unknown[] = [];

beforeAll(async () => {
  stand = Fastify();
  faultsRoutes(
    createFaults({ targets: ['bank', 'notifications'], senders: ['bank'] }),
    new Map([['bank', 'Banco']]),
  )(stand);
  stand.get('/sandbox/clock.json', () => ({ now: '2026-01-01T00:00:00.000Z', offsetSeconds: 60 }));
  stand.post('/sandbox/clock', ({ body }) => {
    moved.push(body);
    return {};
  });
  stand.get('/sandbox/inbox.json', () => ({
    messages: Array.from({ length: 30 }, (_, n) => ({
      ...{ id: `m${n}`, to: ['a@b.example'], subject: 'Acesso', receivedAt: '2026-01-01T00:00:00.000Z' },
      html: 'x'.repeat(60_000),
    })),
    sms: [],
  }));
  const sandboxOrigin = await stand.listen({ host: '127.0.0.1', port: 0 });
  database = await createTestDatabase();
  world = await createConsoleWorld(database, {
    routes: [(app, services) => routes(app, { ...services, sandboxOrigin })],
  });
});
afterAll(async () => {
  await world.close();
  await stand.close();
  await database.close();
});

test('the sandbox’s clock, faults and newest messages come in one answer, without the messages’ bodies', async () => {
  const { status, json } = await world.user('ana', ['help@*']).get('/sandbox');
  expect(status).toBe(200);
  expect(json).toMatchObject({ now: '2026-01-01T00:00:00.000Z', offsetSeconds: 60, faults: [], sms: [] });
  expect(json['mails']).toHaveLength(20);
  expect(JSON.stringify(json)).not.toContain('xxx');
  expect(json['targets']).toContainEqual(expect.objectContaining({ target: 'bank', title: 'Banco' }));
});

test('a fault is added and taken away; one that cannot be is refused', async () => {
  const ana = world.user('ana', ['help@*']);
  expect((await ana.post('/sandbox/faults', { target: 'bank', mode: 'maintenance', times: 3 })).status).toBe(204);
  expect((await ana.get('/sandbox')).json['faults']).toMatchObject([{ target: 'bank', mode: 'maintenance', left: 3 }]);
  expect((await ana.post('/sandbox/faults', { target: 'bank', mode: 'unheard-of' })).status).toBe(422);
  expect((await ana.call('DELETE', '/sandbox/faults')).status).toBe(204);
  expect((await ana.get('/sandbox')).json['faults']).toEqual([]);
});

test('the clock is moved by whole seconds, forwards only', async () => {
  const ana = world.user('ana', ['help@*']);
  expect((await ana.post('/sandbox/clock', { seconds: 3_600 })).status).toBe(204);
  expect(moved).toEqual([{ advanceSeconds: 3_600 }]);
  for (const seconds of [-1, 0, 1.5, 'x']) expect((await ana.post('/sandbox/clock', { seconds })).status).toBe(422);
});

test('outside of the test environment there is no sandbox', async () => {
  const live = await createConsoleWorld(database, {
    routes: [(app, services) => routes(app, { ...services, environment: 'production' })],
  });
  expect((await live.user('ana', ['help@*']).get('/sandbox')).status).toBe(404);
  await live.close();
});
