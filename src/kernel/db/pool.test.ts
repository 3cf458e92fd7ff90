import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { isDatabaseUnavailable } from './database-unavailable.server.ts';
import { createKysely, createPool } from './pool.server.ts';
import { sqlState, transaction } from './transaction.server.ts';

interface Tables {
  counters: { id: number; value: bigint; day: string | null };
}

let database: TestDatabase;
let db: Kysely<Tables>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely<Tables>(database.pool);
  await database.pool.query('create table counters (id int primary key, value bigint not null, day date)');
}, 60_000);
afterAll(() => database.close());

async function failure(work: Promise<unknown>): Promise<string | null> {
  return await work.then(
    () => 'no failure',
    (error: unknown) => sqlState(error),
  );
}

describe('a pool', () => {
  test('ends a statement that runs too long', async () => {
    const pool = createPool(database.address, { max: 1, statementTimeoutMs: 100 });
    expect(await failure(pool.query('select pg_sleep(5)'))).toBe('57014');
    await pool.end();
  });

  test('waits for a lock only so long', async () => {
    await database.pool.query('insert into counters values (100, 0)');
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('update counters set value = 1 where id = 100');
    const pool = createPool(database.address, { max: 1, lockTimeoutMs: 100 });
    expect(await failure(pool.query('update counters set value = 2 where id = 100'))).toBe('55P03');
    await holder.query('rollback');
    holder.release();
    await pool.end();
  });

  test('gives up a connection whose server does not answer, and opens another', async () => {
    const pool = createPool(database.address, { max: 1, statementTimeoutMs: 1_000 });
    const own = createKysely(pool);
    await sql`set statement_timeout = '60s'`.execute(own);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sleeping = sql`select pg_sleep(${30})`.execute(own).catch((error: unknown) => error);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.advanceTimersByTime(6_000);
    vi.useRealTimers();
    expect(isDatabaseUnavailable(await sleeping)).toBe(true);
    expect((await sql<{ n: number }>`select ${2}::int as n`.execute(own)).rows).toEqual([{ n: 2 }]);
    await pool.end();
  });

  test('ends a transaction that forgets to go on', async () => {
    const pool = createPool(database.address, { max: 1, idleInTransactionTimeoutMs: 80 });
    const client = await pool.connect();
    const broken = new Promise<Error>((resolve) => client.once('error', resolve));
    await client.query('begin');
    expect(sqlState(await broken)).toBe('25P03');
    client.release(true);
    await pool.end();
  });

  test('outlives the loss of its idle connections and says so', async () => {
    const lost: Error[] = [];
    const pool = createPool(database.address, {
      max: 1,
      applicationName: 'to-be-cut',
      onIdleError: (error) => lost.push(error),
    });
    await pool.query('select 1');
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to-be-cut'`,
    );
    await expect.poll(() => lost.length).toBe(1);
    expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }]);
    await pool.end();
  });
});

test('a connection that breaks between two queries of its user ends no process', async () => {
  const pool = createPool(database.address, { max: 1, applicationName: 'cut-in-hand' });
  const client = await pool.connect();
  const gone = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut-in-hand'",
  );
  await gone;
  expect(client.listenerCount('error')).toBe(1);
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }]);
  await pool.end();
});

describe('typed queries', () => {
  test('read and write bigint and local dates exactly', async () => {
    await db.insertInto('counters').values({ id: 1, value: 9_007_199_254_740_993n, day: '2026-02-28' }).execute();
    const row = await db.selectFrom('counters').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
    expect(row).toEqual({ id: 1, value: 9_007_199_254_740_993n, day: '2026-02-28' });
    const updated = await db.updateTable('counters').set({ day: null }).where('id', '=', 1).executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(1n);
  });

  test('with parameters run as named statements, prepared once per connection', async () => {
    const pool = createPool(database.address, { max: 1 });
    const own = createKysely<Tables>(pool);
    for (const id of [1, 2, 3]) await own.selectFrom('counters').select('value').where('id', '=', id).execute();
    const { rows } = await pool.query<{ statement: string; runs: bigint }>(
      'select statement, generic_plans + custom_plans as runs from pg_prepared_statements',
    );
    expect(rows).toEqual([{ statement: expect.stringContaining('"counters"'), runs: 3n }]);
    await pool.end();
  });

  test('with a long list of parameters are not: each length of it would be another statement to keep', async () => {
    const pool = createPool(database.address, { max: 1 });
    const own = createKysely<Tables>(pool);
    for (const length of [101, 102, 103]) {
      const ids = Array.from({ length }, (_, index) => index);
      await own.selectFrom('counters').select('value').where('id', 'in', ids).execute();
    }
    await own.selectFrom('counters').select('value').where('id', 'in', [1, 2]).execute();
    const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
    expect(rows).toEqual([{ statement: expect.stringMatching(/\(\$1, \$2\)$/) }]);
    await pool.end();
  });

  test('without parameters may be several statements in one text', async () => {
    await sql`create table one (a int); create table two (b int);`.execute(db);
    expect(await failure(sql`drop table one; drop table two`.execute(db))).toBe('no failure');
  });
});

describe('transaction', () => {
  test('commits what it did, or nothing', async () => {
    await transaction(db, (trx) => trx.insertInto('counters').values({ id: 10, value: 1n, day: null }).execute());
    const failing = transaction(db, async (trx) => {
      await trx.updateTable('counters').set({ value: 99n }).where('id', '=', 10).execute();
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    const row = await db.selectFrom('counters').select('value').where('id', '=', 10).executeTakeFirstOrThrow();
    expect(row.value).toBe(1n);
  });

  test('runs again after a serialization conflict: no increment is lost', async () => {
    await db.insertInto('counters').values({ id: 11, value: 0n, day: null }).execute();
    let runs = 0;
    const increment = () =>
      transaction(
        db,
        async (trx) => {
          runs += 1;
          const { value } = await trx
            .selectFrom('counters')
            .select('value')
            .where('id', '=', 11)
            .executeTakeFirstOrThrow();
          // Until all have read: otherwise they may happen to go one after another.
          while (runs < 6) await new Promise((resume) => setTimeout(resume, 1));
          await trx
            .updateTable('counters')
            .set({ value: value + 1n })
            .where('id', '=', 11)
            .execute();
        },
        { isolation: 'serializable', tries: 50 },
      );
    await Promise.all(Array.from({ length: 6 }, increment));
    const row = await db.selectFrom('counters').select('value').where('id', '=', 11).executeTakeFirstOrThrow();
    expect(row.value).toBe(6n);
    expect(runs).toBeGreaterThan(6);
  });

  test('runs again after a deadlock', async () => {
    await db
      .insertInto('counters')
      .values([
        { id: 20, value: 0n, day: null },
        { id: 21, value: 0n, day: null },
      ])
      .execute();
    let bothHold = 0;
    const crosswise = (first: number, second: number) =>
      transaction(db, async (trx) => {
        await trx
          .updateTable('counters')
          .set({ value: sql`value + 1` })
          .where('id', '=', first)
          .execute();
        bothHold += 1;
        for (let tries = 0; bothHold < 2 && tries < 100; tries += 1)
          await new Promise((resume) => setTimeout(resume, 10));
        await trx
          .updateTable('counters')
          .set({ value: sql`value + 1` })
          .where('id', '=', second)
          .execute();
      });
    await Promise.all([crosswise(20, 21), crosswise(21, 20)]);
    const rows = await db.selectFrom('counters').select('value').where('id', 'in', [20, 21]).execute();
    expect(rows.map((row) => row.value)).toEqual([2n, 2n]);
    // One that runs again may take its row before the one that waited for it does, and both are crosswise once more.
    expect(bothHold).toBeGreaterThan(2);
  });

  test('does not run again after any other error', async () => {
    let runs = 0;
    const broken = transaction(db, async (trx) => {
      runs += 1;
      await trx.insertInto('counters').values({ id: 10, value: 1n, day: null }).execute();
    });
    expect(await failure(broken)).toBe('23505');
    expect(runs).toBe(1);
  });
});
