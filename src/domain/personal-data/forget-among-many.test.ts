import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/domain-world.server.ts';
import { fillWithOrders } from '#tests/support/many-orders.server.ts';
import { forgetUnpaid } from './index.server.ts';
import { leadsToLookAt } from './leads-to-forget.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

const dayMs = 86_400_000;

test('among many purchases what nobody bought is found by its time, and purchases are not read again every night', async () => {
  await fillWithOrders(database, 300);
  await database.pool.query(`update orders set paid_at = null where state = 'open'`);
  const question = leadsToLookAt(new Date(), 100).compile(database.db);
  await database.pool.query('analyze');
  const client = await database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(`explain ${question.sql}`, [...question.parameters]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/leads_to_look_at/);
    expect(plan).not.toMatch(
      /Seq Scan on (leads|orders|checkout_sessions|custom_offers|subscriptions|invoices|attempts)/,
    );
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
  expect(await forgetUnpaid(world.ctx, { most: 100 })).toBe(150);
  const later = await leadsToLookAt(new Date(world.clock.now().getTime() - 90 * dayMs), 100).execute(database.db);
  expect(later.rows).toEqual([]);
});
