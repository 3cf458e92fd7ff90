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

describe('a database that was given back', () => {
  test('is lent again, empty, and is nobody else’s any more', async () => {
    const first = await createTestDatabase({ poolSize: 3 });
    await first.pool.query("insert into vouchers (brand, code, used) values ('school', 'x', 3)");
    await first.close();
    const second = await createTestDatabase({ poolSize: 3 });
    expect(second.address).toEqual(first.address);
    expect(await second.db.selectFrom('vouchers').selectAll().execute()).toEqual([]);
    await expect(first.pool.query('select 1')).rejects.toThrow('The test that had this database is over');
    await second.close();
  });

  test.each([
    ['whose tables are others', 'create table only_here (a bigint)'],
    ['whose rules are off', 'alter table ledger_transfers disable trigger user'],
    ['that says another number of migrations', 'delete from schema_migrations where number = 1'],
    ['in which a lock is left', 'select pg_advisory_lock(1)'],
  ])('%s is lent to nobody', async (_what, change) => {
    const first = await createTestDatabase({ poolSize: 3 });
    await first.pool.query(change);
    await first.close();
    const second = await createTestDatabase({ poolSize: 3 });
    expect(second.address).not.toEqual(first.address);
    await second.close();
  });
});
