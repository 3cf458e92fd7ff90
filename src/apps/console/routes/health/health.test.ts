import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import type { GatewayHealth } from './health.types.ts';

let database: TestDatabase;
let world: ConsoleWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const gatewaysOf = async (): Promise<readonly GatewayHealth[]> => {
  const { status, json } = await world.user('otto', ['operator@*']).get('/health');
  expect(status).toBe(200);
  return json['gateways'] as GatewayHealth[];
};

test('health shows what each gateway answered in five minutes, and a circuit without any attempt', async () => {
  const { session, quote } = await world.buyer();
  accepted(await world.pay(session, quote));
  const [busy] = (await gatewaysOf()).filter(({ begun }) => begun > 0);
  expect(busy).toMatchObject({ begun: 1, succeeded: 1, refused: 0, unknown: 0 });
  expect(busy?.p95Ms).toBeGreaterThanOrEqual(0);
  expect(await gatewaysOf()).toContainEqual(
    expect.objectContaining({ gateway: 'silent-bank', circuit: 'open', begun: 0 }),
  );

  world.clock.advance(301_000);
  expect((await gatewaysOf()).filter(({ begun }) => begun > 0)).toEqual([]);
});

test('health shows an attempt of an unknown state until it is known, however old', async () => {
  const attempt = await database.db.selectFrom('attempts').select('id').limit(1).executeTakeFirstOrThrow();
  await database.pool.query("update attempts set state = 'unknown', next_check_at = now() where id = $1", [attempt.id]);
  const [silent] = (await gatewaysOf()).filter(({ unknown }) => unknown > 0);
  expect(silent).toMatchObject({ unknown: 1 });
  expect(silent?.unknownSince).toMatch(/^\d{4}-/);
});

test('health shows each process with its build, and for how long it has been silent', async () => {
  const { json } = await world.user('otto', ['operator@*']).get('/health');
  expect(json['processes']).toEqual([
    {
      ...{ id: 'prc_1', host: 'shop-1', role: 'app', version: '0.0.0', build: 'abc', silentSeconds: 300 },
      startedAt: '2026-01-01T00:00:00.000Z',
    },
  ]);
});

test('health is of the whole product: a permission in one brand does not show it', async () => {
  expect((await world.user('rui', ['operator@brand:school']).get('/health')).status).not.toBe(200);
  expect((await world.user('ana', ['help@*']).get('/health')).status).toBe(403);
});
