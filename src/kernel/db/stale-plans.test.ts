import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { pipelinedReads } from './pipeline.server.ts';
import { createKysely, createPool } from './pool.server.ts';
import { transaction } from './transaction.server.ts';

interface Tables {
  sales: { id: number; state: string };
}

let database: TestDatabase;
let db: Kysely<Tables>;
let close: () => Promise<void>;
let columns = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table sales (id int primary key, state text not null)');
  const pool = createPool(database.address, { max: 4 });
  db = createKysely<Tables>(pool);
  close = () => pool.end();
}, 60_000);
afterAll(async () => {
  await close();
  await database.close();
});
beforeEach(() => database.pool.query('truncate sales'));

/** Changes the columns of every `select *` and `returning *`, as a migration beside an older process does. */
const addColumn = () => database.pool.query(`alter table sales add column spare${(columns += 1)} text`);
const open = (id: number, one: Kysely<Tables> = db) =>
  one.insertInto('sales').values({ id, state: 'open' }).returningAll().executeTakeFirstOrThrow();
const find = (id: number, one: Kysely<Tables> = db) =>
  one.selectFrom('sales').selectAll().where('id', '=', id).executeTakeFirst();

async function sell(id: number): Promise<string | undefined> {
  await transaction(db, async (trx) => {
    await open(id, trx);
    const sale = await find(id, trx);
    await trx.updateTable('sales').set({ state: 'paid' }).where('id', '=', Number(sale?.id)).returningAll().execute();
  });
  return (await find(id))?.state;
}

test('a statement that a new column made stale is asked once more', async () => {
  await open(1);
  await find(1);
  await addColumn();
  expect(await find(1)).toMatchObject({ id: 1, [`spare${columns}`]: null });
  expect(await open(2)).toMatchObject({ id: 2, [`spare${columns}`]: null });
});

test('a transaction with a stale statement runs again from its beginning', async () => {
  await sell(1);
  await addColumn();
  let runs = 0;
  await transaction(db, async (trx) => {
    runs += 1;
    await open(2, trx);
    await find(2, trx);
  });
  expect(runs).toBe(2);
  expect(await find(2)).toMatchObject({ state: 'open' });
});

test('pipelined reads that became stale are each asked once more', async () => {
  await open(1);
  await pipelinedReads(db, (one) => Promise.all([find(1, one), find(2, one)]));
  await addColumn();
  const found = await pipelinedReads(db, (one) => Promise.all([find(1, one), find(2, one), find(1, one)]));
  expect(found.map((sale) => sale?.id)).toEqual([1, undefined, 1]);
});

test('other refusals of PostgreSQL with the same code are thrown', async () => {
  await expect(sql`select count(*) from sales where id = ${1} for update`.execute(db)).rejects.toMatchObject({
    code: '0A000',
  });
});

test('sales on several connections go on while columns are added', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => index + 10);
  const states: (string | undefined)[] = [];
  const seller = async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      states.push(await sell(id));
      if (states.length % 50 === 0) await addColumn();
    }
  };
  await Promise.all(Array.from({ length: 4 }, seller));
  expect(states).toHaveLength(200);
  expect(new Set(states)).toEqual(new Set(['paid']));
});
