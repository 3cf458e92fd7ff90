import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { orderById } from './index.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function bought() {
  const world = createDomainWorld(database);
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  const order = await orderById(world.ctx.db, orderId);
  if (!order) throw new Error('There is no order');
  return order;
}

test('an order reference is short, in unambiguous letters, and not sequential', async () => {
  const [first, second] = [await bought(), await bought()];
  for (const { reference } of [first, second])
    expect(reference).toMatch(/^[BCDFGHJKMPQRTVWXY34679]{3}-[BCDFGHJKMPQRTVWXY34679]{3}$/);
  expect(first.reference).not.toBe(second.reference);
});

test('an order reference is unique in the database', async () => {
  const [first, second] = [await bought(), await bought()];
  const reference = first.reference.replace('-', '');
  await expect(
    database.db.updateTable('orders').set({ reference }).where('id', '=', second.id).execute(),
  ).rejects.toThrow(/orders_reference_key/);
});

test('an order reference is drawn from the whole set of letters', async () => {
  const { rows } = await database.pool.query<{ one: string }>(
    'select draw_order_reference() as one from generate_series(1, 400)',
  );
  expect(new Set(rows.map(({ one }) => one)).size).toBeGreaterThan(395);
  expect(new Set(rows.flatMap(({ one }) => [...one])).size).toBe(22);
});
