import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { genericPlan } from '#tests/support/database/generic-plan.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import type { Database } from '../../database/index.server.ts';
import { cancelOpenCharges } from './index.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('orders of a subscription’s billing periods are found without reading all orders', async () => {
  const asked: string[] = [];
  const dialect = new PostgresDialect({ pool: database.pool });
  const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query.sql) });
  await cancelOpenCharges(createDomainWorld({ ...database, db }).ctx, 'sub_nobody');
  const [text = ''] = asked.filter((one) => one.includes('"orders"'));
  const client = await database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const plan = await genericPlan(client, text);
    expect(plan).toMatch(/orders_by_billing_period/);
    expect(plan).not.toMatch(/Seq Scan on orders/);
  } finally {
    client.release(true);
  }
});
