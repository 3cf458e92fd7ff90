import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';

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

test('the signed-in person sees who they are, what they may do, and the brands of their grants only', async () => {
  const ana = world.user('ana', ['help@brand:wise-up'], { locale: 'es-PE' });
  const { status, json } = await ana.get('/me');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    name: 'ana',
    grants: [{ role: 'help', scope: 'brand:wise-up', until: null }],
    environment: 'test',
    locale: 'es-PE',
    timeZone: 'America/Lima',
  });
  expect(json['permissions']).toContain('sale.view');
  expect(json['permissions']).not.toContain('refund.approve');
  const brands = json['brands'] as { brand: string }[];
  expect(new Set(brands.map(({ brand }) => brand))).toEqual(new Set(['wise-up']));
});
