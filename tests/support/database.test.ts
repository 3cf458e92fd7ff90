import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.server.ts';

describe('a test file’s own database', () => {
  let first: TestDatabase;
  let second: TestDatabase;

  beforeAll(async () => {
    [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  }, 60_000);
  afterAll(async () => {
    await first.close();
    await second.close();
  });

  test('has every migration', async () => {
    const { rows } = await first.pool.query<{ number: number }>('select number from schema_migrations order by number');
    expect(rows.length).toBeGreaterThan(0);
    const orders = await first.db.selectFrom('orders').selectAll().execute();
    expect(orders).toEqual([]);
  });

  test('shares nothing with another one', async () => {
    await first.pool.query('create table only_here (a bigint)');
    await expect(second.pool.query('select * from only_here')).rejects.toThrow('does not exist');
  });

  test('reads whole numbers as bigint, dates as text and decimals as text', async () => {
    const { rows } = await first.pool.query(
      `select 9007199254740993::bigint as big, count(*) as counted, date '2026-11-20' as day, 1.10::numeric as part`,
    );
    expect(rows).toEqual([{ big: 9007199254740993n, counted: 1n, day: '2026-11-20', part: '1.10' }]);
  });
});
