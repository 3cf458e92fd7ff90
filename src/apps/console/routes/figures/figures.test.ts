import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let period = '';
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
  const from = world.clock.now().toISOString().slice(0, 10);
  for (let sale = 0; sale < 3; sale += 1) {
    const { session, quote } = await world.buyer();
    accepted(await world.pay(session, quote));
    world.clock.advance(86_400_000);
  }
  const before = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10);
  period = `from=${before}&to=${world.clock.now().toISOString().slice(0, 10)}`;
});
afterAll(async () => {
  await world.close();
  await database.close();
});

test('figures are those of the ledger, and their lines sum up to them, in scope only', async () => {
  const caio = world.user('caio', ['finance@brand:school']);
  const { status, json } = await caio.get(`/figures?${period}&by=method`);
  expect(status).toBe(200);
  const total = (json['totals'] as { moneyIn: number; net: number; lines: number }[])[0];
  expect(total?.lines).toBe(3);
  const { json: list } = await caio.get(`/figures/lines?${period}`);
  const amounts = (list['lines'] as { amount: number }[]).map(({ amount }) => amount);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total?.net);
  expect(list['after']).toBeNull();

  const other = await world.user('bia', ['finance@brand:wise-up']).get(`/figures?${period}`);
  expect(other.json).toMatchObject({ totals: [], days: [], cut: [], surplusOwed: [] });
  const asked = await world.user('bia', ['finance@brand:wise-up']).get(`/figures?${period}&brand=school`);
  expect(asked.json['totals']).toEqual([]);
});

test('figures of a seller are those of their own sales', async () => {
  const { seller } = await database.db.selectFrom('orders').select('seller').limit(1).executeTakeFirstOrThrow();
  const own = await world.user('ana', [`seller@seller:school/${seller}`]).get(`/figures?${period}`);
  expect((own.json['totals'] as unknown[]).length).toBe(1);
  const nobody = await world.user('eva', ['seller@seller:school/nobody']).get(`/figures?${period}`);
  expect(nobody.json['totals']).toEqual([]);
});

test('figures without the permission are refused, and a period that cannot be is', async () => {
  const help = world.user('duda', ['help@brand:school']);
  expect((await help.get(`/figures?${period}`)).status).toBe(403);
  const caio = world.user('caio', ['finance@*']);
  for (const query of ['from=2026-01-02&to=2026-01-01', 'from=2024-01-01&to=2026-01-01', 'from=x&to=y'])
    expect((await caio.get(`/figures?${query}`)).status).toBe(422);
});
