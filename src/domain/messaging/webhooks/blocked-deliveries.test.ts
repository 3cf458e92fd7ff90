import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { recordDelivered } from './delivery.repository.server.ts';
import { endPendingDeliveries } from './delivery-queue.repository.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Five messages wait for each of two endpoints, one of which has ended; the events that they tell of do not matter here. */
beforeEach(async () => {
  await database.pool.query(`
    begin;
    set local session_replication_role = replica;
    truncate webhook_deliveries, webhook_endpoints;
    insert into webhook_endpoints (id, ended_at) values ('gone', now()), ('there', null);
    insert into webhook_deliveries (endpoint_id, event_id, state, next_try_at, created_at)
      select endpoint, number, 'waiting', now(), now()
      from unnest(array['gone', 'there']) as endpoint, generate_series(5, 1, -1) as number;
    commit`);
});

const end = async (limit: number) => (await endPendingDeliveries(database.db, new Date(), limit)).length;

async function rowsOf(endpoint: string) {
  const { rows } = await database.pool.query<{ state: string; tries: number }>(
    'select state, tries from webhook_deliveries where endpoint_id = $1 order by event_id',
    [endpoint],
  );
  return rows;
}

/** Work beside somebody who has begun a transaction and is in no hurry. */
async function beside(work: (other: pg.PoolClient) => Promise<void>): Promise<void> {
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await work(other);
  } finally {
    other.release(true);
  }
}

describe('deliveries that wait for an ended endpoint', () => {
  test('are ended in steps; deliveries to other endpoints are not', async () => {
    expect(await end(3)).toBe(3);
    expect(await end(3)).toBe(2);
    expect(await end(3)).toBe(0);
    expect((await rowsOf('gone')).map(({ state }) => state)).toEqual(Array<string>(5).fill('ended'));
    expect((await rowsOf('there')).map(({ state }) => state)).toEqual(Array<string>(5).fill('waiting'));
  });

  test('are left to the next call while they are locked', async () => {
    await beside(async (other) => {
      await other.query(`select from webhook_deliveries where endpoint_id = 'gone' and event_id = 2 for update`);
      expect(await end(9)).toBe(4);
      await other.query('commit');
      expect(await end(9)).toBe(1);
    });
  });

  test('stay when an operator opens the endpoint at this moment', async () => {
    await beside(async (other) => {
      await other.query(`update webhook_endpoints set ended_at = null where id = 'gone'`);
      expect(await end(9)).toBe(0);
      await other.query('commit');
      expect(await end(9)).toBe(0);
    });
  });
});

test('delivery recording: two statements that lock the same deliveries in different orders do not deadlock', async () => {
  const at = new Date('2026-11-21T12:00:00Z');
  await beside(async (other) => {
    const change = (eventId: number) =>
      other.query(`update webhook_deliveries set tries = 7 where endpoint_id = 'there' and event_id = $1`, [eventId]);
    await change(1);
    const noting = Promise.allSettled([
      recordDelivered(
        database.db,
        'there',
        [3n, 2n, 1n].map((eventId) => ({ eventId, status: 204, at, ms: 7 })),
      ),
    ]);
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.pool.query(waits)).rowCount, { timeout: 15_000 }).toBe(1);
    await change(2);
    await change(3);
    await other.query('commit');
    expect(await noting).toEqual([{ status: 'fulfilled', value: undefined }]);
  });
  const noted = { state: 'delivered', tries: 8 };
  const waiting = { state: 'waiting', tries: 0 };
  expect(await rowsOf('there')).toEqual([noted, noted, noted, waiting, waiting]);
});
