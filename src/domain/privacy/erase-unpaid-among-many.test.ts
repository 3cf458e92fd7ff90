import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { genericPlan } from '#tests/support/database/generic-plan.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { seedOrders } from '#tests/support/database/seed-orders.server.ts';
import type { Database } from '../database/index.server.ts';
import { eraseUnpaidLeads } from './index.server.ts';
import { leadsToCheck } from './lead-retention.repository.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

const dayMs = 86_400_000;

/** The test's database, with each statement sent to `log`. */
function loggedDatabase(log: (query: CompiledQuery) => void): Kysely<Database> {
  const dialect = new PostgresDialect({ pool: database.pool });
  return new Kysely<Database>({ dialect, log: ({ query }) => log(query) });
}

test('leads without a purchase are found by their time among many, and purchases are not read again every night', async () => {
  await seedOrders(database, 300);
  await database.pool.query(`update orders set paid_at = null where state = 'open'`);
  const asked: CompiledQuery[] = [];
  await leadsToCheck(
    loggedDatabase((query) => asked.push(query)),
    new Date(),
    100,
  );
  const [statement] = asked;
  await database.pool.query('analyze');
  const client = await database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(`explain ${statement?.sql}`, [...(statement?.parameters ?? [])]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/leads_to_check/);
    expect(plan).not.toMatch(
      /Seq Scan on (leads|orders|checkout_sessions|custom_offers|subscriptions|invoices|attempts)/,
    );
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
  expect(await eraseUnpaidLeads(world.ctx, { most: 100 })).toBe(150);
  const before = new Date(world.clock.now().getTime() - 90 * dayMs);
  expect(await leadsToCheck(database.db, before, 100)).toEqual([]);
});

test('a lead is erased without reading any table from end to end', async () => {
  await database.pool.query(
    `update leads set retention_checked_at = null, updated_at = created_at, email = 'm@example.com' where id = 'led_1'`,
  );
  const asked: string[] = [];
  const db = loggedDatabase(({ sql }) => asked.push(sql));
  expect(await eraseUnpaidLeads(createDomainWorld({ ...database, db }).ctx)).toBe(1);
  const client = await database.pool.connect();
  const whole = new Set<string>();
  try {
    await client.query('set enable_seqscan = off');
    for (const text of asked.filter((one) => /^(?:with|select|insert|update|delete)\b/.test(one))) {
      const plan = await genericPlan(client, text);
      for (const [, table = ''] of plan.matchAll(/Seq Scan on (\w+)/g)) whole.add(table);
    }
  } finally {
    client.release(true);
  }
  expect(asked.length).toBeGreaterThan(20);
  expect([...whole]).toEqual([]);
});
