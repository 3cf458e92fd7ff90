import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { genericPlan } from '#tests/support/database/generic-plan.server.ts';
import type { Database } from '../../database/index.server.ts';
import { dueDeliveries } from './delivery.repository.server.ts';
import { dueEndpoints } from './endpoint.repository.server.ts';
import { endPendingDeliveries, expediteBlocking } from './delivery-queue.repository.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // Rows of a year in one statement; the events that they belong to do not matter here.
  await database.pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into webhook_endpoints (id) values ('school');
    insert into webhook_deliveries (endpoint_id, event_id, subject, state, next_try_at, created_at)
      select 'school', number, 'led_' || number / 3, case when number > 4990 then 'waiting' else 'delivered' end,
        case when number > 4990 then now() end, now() from generate_series(1, 5000) as number;
    commit;
    analyze webhook_deliveries`);
});
afterAll(() => database.close());

/** The plan that PostgreSQL keeps for whatever parameters come, of each question that `ask` asks. */
async function keptPlans(ask: (db: Kysely<Database>) => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const dialect = new PostgresDialect({ pool: database.pool });
  await ask(new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query.sql) }));
  const client = await database.pool.connect();
  const plans: string[] = [];
  try {
    for (const text of asked) plans.push(await genericPlan(client, text));
  } finally {
    client.release(true);
  }
  return plans;
}

test('due deliveries are found without reading delivered ones, whatever plan is cached', async () => {
  const plans = await keptPlans(async (db) => {
    const soon = new Date('2100-01-01T00:00:00Z');
    expect(await dueEndpoints(db, soon)).toEqual(['school']);
    expect(await dueDeliveries(db, 'school', soon, 12)).toHaveLength(10);
    expect(await endPendingDeliveries(db, soon, 1_000)).toEqual([]);
    await expediteBlocking(db, soon, 1_000);
  });
  expect(plans).toHaveLength(4);
  for (const plan of plans) {
    expect(plan).toMatch(/webhook_deliveries_(?:waiting|by_subject|failed)/);
    expect(plan).not.toContain('Seq Scan on webhook_deliveries');
  }
});
