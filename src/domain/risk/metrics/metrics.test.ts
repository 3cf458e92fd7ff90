import { afterAll, beforeAll, expect, test } from 'vitest';
import { accepted, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { attemptMetrics, backlogMetrics } from './index.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('metrics count open attempts by method and state, and pending work with its age', async () => {
  const world = createDomainWorld(database);
  expect(await attemptMetrics(world.ctx.db, world.clock.now())).toEqual([]);
  const [first, second] = [await world.buyer(), await world.buyer()];
  const { orderId } = accepted(await world.pay(first.session, first.quote));
  accepted(await world.pay(second.session, second.quote, { method: 'by-code' }));
  expect(await attemptMetrics(world.ctx.db, world.clock.now())).toEqual([]);
  await database.pool.query(`update attempts set state = 'unknown' where method = 'by-code'`);
  expect(await attemptMetrics(world.ctx.db, new Date(world.clock.now().getTime() + 90_000))).toEqual([
    { method: 'by-code', state: 'unknown', count: 1, oldestSeconds: expect.closeTo(90, -1) },
  ]);
  await database.pool.query(`update attempts set state = 'captured'`);
  const later = new Date(world.clock.now().getTime() + 90_000);
  const waiting = await backlogMetrics(world.ctx.db, later);
  const letters = waiting.find(({ kind }) => kind === 'letter');
  expect(letters?.count).toBe(2);
  expect(letters?.oldestSeconds).toBeGreaterThanOrEqual(89);
  expect(waiting.find(({ kind }) => kind === 'notification')).toMatchObject({ count: 0, oldestSeconds: 0 });
  expect(waiting.find(({ kind }) => kind === 'purchase-event')).toMatchObject({ count: 0 });
  await database.db
    .updateTable('orders')
    .set({ analytics_client_id: '123456789.1795262400' })
    .where('id', '=', orderId)
    .execute();
  const untold = (await backlogMetrics(world.ctx.db, later)).find(({ kind }) => kind === 'purchase-event');
  expect(untold?.count).toBe(1);
  expect(untold?.oldestSeconds).toBeGreaterThanOrEqual(89);

  const toSchool = async () => (await backlogMetrics(world.ctx.db, later)).find(({ kind }) => kind === 'webhook');
  expect(await toSchool()).toEqual({ kind: 'webhook', count: 0, oldestSeconds: 0 });
  await database.pool.query(
    `with one as (insert into webhook_endpoints (id) values ('school/platform') returning id),
          two as (select id, row_number() over (order by id) as nth from outbox_events limit 2)
     insert into webhook_deliveries (endpoint_id, event_id, state, next_try_at, created_at)
     select one.id, two.id, case nth when 1 then 'waiting' else 'delivered' end, case nth when 1 then now() end, $1
     from one, two`,
    [new Date(later.getTime() - 90_000)],
  );
  expect(await toSchool()).toEqual({ kind: 'webhook', count: 1, oldestSeconds: 90 });
});
