import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { later, together } from './pipeline.server.ts';
import { createKysely, createPool } from './pool.server.ts';
import { sqlState, transaction } from './transaction.server.ts';
import { DatabaseSocket } from './database-socket.server.ts';

interface Tables {
  notes: { id: number; text: string };
}

let database: TestDatabase;
let db: Kysely<Tables>;
let close: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table notes (id int primary key, text text not null)');
  const pool = createPool(database.address, { max: 1 });
  db = createKysely<Tables>(pool);
  close = () => pool.end();
  await sql`select ${1}::int`.execute(db);
}, 60_000);
afterAll(async () => {
  await close();
  await database.close();
});

const note = (trx: Kysely<Tables>, id: number) => trx.insertInto('notes').values({ id, text: `note ${id}` });
const read = (trx: Kysely<Tables>, id: number) =>
  trx.selectFrom('notes').select('text').where('id', '=', id).executeTakeFirst();
const ids = async () => (await db.selectFrom('notes').select('id').orderBy('id').execute()).map((row) => row.id);
const stateOfFailure = (work: Promise<unknown>) => work.then(() => 'no failure', sqlState);

async function journeys(work: () => Promise<unknown>): Promise<number> {
  const write = vi.spyOn(DatabaseSocket.prototype, '_write');
  await work();
  const { length } = write.mock.calls;
  write.mockRestore();
  return length;
}

test('a transaction asks for its beginning, and for what was left for later, together with what it asks next', async () => {
  const count = await journeys(() =>
    transaction(db, async (trx) => {
      await Promise.all([read(trx, 1), read(trx, 2), read(trx, 3)]);
      await later(trx, note(trx, 1));
      await later(trx, sql`insert into notes values (${2}, ${'note 2'})`.compile(trx));
      expect(await read(trx, 2)).toEqual({ text: 'note 2' });
      await later(trx, note(trx, 3));
    }),
  );
  // Beginning and three reads; two writes and a read; one write and the commit.
  expect(count).toBe(3);
  expect(await ids()).toEqual([1, 2, 3]);
});

test('outside a transaction, and in one of another making, nothing is left for later', async () => {
  await later(db, note(db, 10));
  await db.transaction().execute((trx) => later(trx, note(trx, 11)));
  expect(await ids()).toEqual([1, 2, 3, 10, 11]);
});

test('a statement left for later fails the transaction at its commit, and nothing was written', async () => {
  const failing = transaction(db, async (trx) => {
    await later(trx, note(trx, 20));
    await later(trx, note(trx, 1));
    await later(trx, note(trx, 21));
  });
  expect(await stateOfFailure(failing)).toBe('23505');
  expect(await ids()).not.toContain(20);
  expect(await stateOfFailure(transaction(db, (trx) => read(trx, 1)))).toBe('no failure');
});

test('what failed first is what whoever asks next is told, not that the transaction is over', async () => {
  let told: unknown;
  const failing = transaction(db, async (trx) => {
    await later(trx, note(trx, 1));
    told = await read(trx, 2).catch(sqlState);
  });
  // Swallowed by the work: the commit still says that nothing was written.
  expect(await stateOfFailure(failing)).toBe('23505');
  expect(told).toBe('23505');
});

test('of statements asked together the first failure counts', async () => {
  const failing = transaction(db, async (trx) => {
    await Promise.all([note(trx, 30).execute(), note(trx, 1).execute(), read(trx, 2), sql`select 1 / 0`.execute(trx)]);
  });
  expect(await stateOfFailure(failing)).toBe('23505');
  expect(await ids()).not.toContain(30);
});

test('also when it is one that somebody waits for, with others sent behind it that nobody waits for', async () => {
  const failing = transaction(db, async (trx) => {
    const first = note(trx, 1).execute();
    await later(trx, note(trx, 31));
    await Promise.all([first, read(trx, 2)]);
  });
  expect(await stateOfFailure(failing)).toBe('23505');
});

test('what goes on after its transaction has ended writes nothing, there or in another', async () => {
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const left: Promise<unknown>[] = [];
  const failing = transaction(db, async (trx) => {
    await note(trx, 32).execute();
    left.push(
      gate.then(() => note(trx, 33).execute()),
      gate.then(() => later(trx, note(trx, 34))),
    );
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  await transaction(db, async (trx) => {
    await read(trx, 1);
    goOn();
    const ends = await Promise.allSettled(left);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
  expect(await ids()).toEqual([1, 2, 3, 10, 11]);
});

test('work that fails undoes what was sent and forgets what was not', async () => {
  const failing = transaction(db, async (trx) => {
    await note(trx, 40).execute();
    await later(trx, note(trx, 41));
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(await ids()).toEqual([1, 2, 3, 10, 11]);
  // Nothing was asked at all: nothing has to be undone.
  const silent = await journeys(() => transaction(db, () => Promise.reject(new Error('no'))).catch(() => undefined));
  expect(silent).toBe(0);
});

test('a connection that is lost in the middle loses the transaction whole', async () => {
  const cut = transaction(db, async (trx) => {
    await note(trx, 50).execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await later(trx, note(trx, 51));
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await read(trx, 50);
  });
  await expect(cut).rejects.toThrow();
  expect(await ids()).toEqual([1, 2, 3, 10, 11]);
});

test('questions asked together travel together, each with its own answer', async () => {
  const count = await journeys(async () => {
    const answers = await together(db, (one) => Promise.all([read(one, 1), read(one, 2), read(one, 99)]));
    expect(answers).toEqual([{ text: 'note 1' }, { text: 'note 2' }, undefined]);
  });
  expect(count).toBe(1);
  // One that fails leaves a connection behind that works.
  await expect(together(db, (one) => Promise.all([note(one, 1).execute(), read(one, 2)]))).rejects.toThrow();
  expect(await read(db, 2)).toEqual({ text: 'note 2' });
});

test('statements asked together run one after the other, as they were asked', async () => {
  await transaction(db, async (trx) => {
    const [, seen] = await Promise.all([note(trx, 60).execute(), read(trx, 60), note(trx, 61).execute()]);
    expect(seen).toEqual({ text: 'note 60' });
  });
});
