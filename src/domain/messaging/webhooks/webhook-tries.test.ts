import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { recordDelivered, recordFailedAttempt, sweepWebhookTries } from './delivery.repository.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date('2026-11-21T12:00:00Z');

/** Three messages wait for an endpoint; their events do not matter here. */
beforeEach(async () => {
  await database.pool.query(`
    begin;
    set local session_replication_role = replica;
    truncate webhook_tries, webhook_deliveries, webhook_endpoints;
    insert into webhook_endpoints (id) values ('school/platform');
    insert into webhook_deliveries (endpoint_id, event_id, state, next_try_at, created_at)
      select 'school/platform', number, 'waiting', now(), now() from generate_series(1, 3) as number;
    commit`);
});

const tries = () =>
  database.db
    .selectFrom('webhook_tries')
    .select(['event_id', 'n', 'status', 'failure', 'ms'])
    .orderBy('event_id')
    .orderBy('n')
    .execute();

const fail = (eventId: bigint, ms: number | null) =>
  recordFailedAttempt(
    database.db,
    'school/platform',
    eventId,
    { status: 503, failure: 'status-503', next: new Date(now.getTime() + 60_000), ms },
    now,
  );

describe('tries of webhooks', () => {
  test('are one row per request: failed ones, then the accepted one', async () => {
    await fail(1n, 40);
    await fail(1n, 52);
    await recordDelivered(database.db, 'school/platform', [
      { eventId: 1n, status: 200, at: now, ms: 31 },
      { eventId: 2n, status: 204, at: now, ms: 8 },
    ]);
    const failed = { status: 503, failure: 'status-503' };
    expect(await tries()).toEqual([
      { event_id: 1n, n: 1, ...failed, ms: 40 },
      { event_id: 1n, n: 2, ...failed, ms: 52 },
      { event_id: 1n, n: 3, status: 200, failure: null, ms: 31 },
      { event_id: 2n, n: 1, status: 204, failure: null, ms: 8 },
    ]);
  });

  test('of which no request was sent are no rows', async () => {
    await fail(1n, null);
    await recordDelivered(database.db, 'school/platform', [{ eventId: 2n, status: null, at: now, ms: 0 }]);
    expect(await tries()).toEqual([]);
  });

  test('of a delivery that is recorded twice are one row', async () => {
    const arrived = [{ eventId: 3n, status: 200, at: now, ms: 5 }];
    await recordDelivered(database.db, 'school/platform', arrived);
    await recordDelivered(database.db, 'school/platform', arrived);
    expect(await tries()).toHaveLength(1);
  });

  test('are deleted after 90 days, in steps', async () => {
    await fail(1n, 40);
    await fail(2n, 40);
    await fail(3n, 40);
    const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
    expect(await sweepWebhookTries(database.db, days(89), 2)).toBe(0);
    expect(await sweepWebhookTries(database.db, days(91), 2)).toBe(2);
    expect(await sweepWebhookTries(database.db, days(91), 2)).toBe(1);
    expect(await tries()).toEqual([]);
  });
});
