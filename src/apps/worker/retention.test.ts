import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { seedOrders } from '#tests/support/database/seed-orders.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { jobs } from './jobs/index.server.ts';
import { scheduled } from './jobs/retention.jobs.server.ts';
import { retention } from './retention.data.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const count = async (table: string): Promise<number> =>
  Number((await database.pool.query(`select count(*) as n from ${table}`)).rows[0]?.n);

test('retention: every table has exactly one rule, and every rule a table and a job', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const ruled = [
    ...Object.keys(retention.afterDays),
    ...Object.keys(retention.byJob),
    ...Object.values(retention.stays).flat(),
  ];
  const own = rows.map(({ name }) => name).filter((name) => name !== 'schema_migrations');
  expect(ruled.toSorted()).toEqual(own.toSorted());
  const names = new Set(jobs.map(({ name }) => name));
  expect(Object.values(retention.byJob).filter((job) => !names.has(job))).toEqual([]);
});

test('retention: what is too old is deleted in batches, and what a sale needs stays', async () => {
  await seedOrders(database, 3_000);
  const world = createDomainWorld(database);
  await database.pool.query(`insert into webhook_endpoints (id) values ('school/hook')`);
  await database.pool.query(`
    insert into webhook_deliveries (endpoint_id, event_id, state, next_try_at, created_at)
    select 'school/hook', id, case when id % 100 = 0 then 'waiting' else 'delivered' end,
      case when id % 100 = 0 then now() end, created_at from outbox_events`);
  await database.pool.query(`
    insert into checkout_sessions select (s).* from (
      select jsonb_populate_record(s, jsonb_build_object('id', 'left_' || id, 'browser_hash', 'left_' || id,
        'lead_id', null, 'order_id', null)) as s from checkout_sessions s where id like 'ses_1%') as made`);
  const before = {
    orders: await count('orders'),
    ledger: await count('ledger_transfers'),
    emails: await count('emails'),
  };
  const [sessions, left] = [await count('checkout_sessions'), await count(`checkout_sessions where lead_id is null`)];
  expect(left).toBeGreaterThan(1_000);
  world.clock.advance(541 * 86_400_000);
  await scheduled['apply-retention'].run({ ...world.ctx, ...mailer });
  expect([await count('idempotency_keys'), await count('incoming_webhooks')]).toEqual([0, 0]);
  expect(await count('checkout_sessions')).toBe(sessions - left);
  expect(await count(`webhook_deliveries where state <> 'waiting'`)).toBe(0);
  expect(await count('outbox_events')).toBe(await count('webhook_deliveries'));
  expect(await count('outbox_events')).toBeGreaterThan(0);
  expect({
    orders: await count('orders'),
    ledger: await count('ledger_transfers'),
    emails: await count('emails'),
  }).toEqual(before);
});

test('retention: younger rows stay', async () => {
  await seedOrders({ pool: database.pool }, 0);
  const world = createDomainWorld(database);
  const { session, quote } = await world.buyer();
  await world.pay(session, quote);
  world.clock.advance(29 * 86_400_000);
  const [keys, all] = [await count('idempotency_keys'), await count('checkout_sessions')];
  await scheduled['apply-retention'].run({ ...world.ctx, ...mailer });
  expect([await count('idempotency_keys'), await count('checkout_sessions')]).toEqual([keys, all]);
  expect(keys).toBeGreaterThan(0);
});

const mailer = {
  sendEmails: async () => 0,
  sendSubscriptionNotice: async () => undefined,
  sendAccountEmail: async () => undefined,
  sendRecoveryReminder: async () => undefined,
  sendResumeLink: async () => undefined,
};
