import { Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { deferred, FailedStatement, pipelinedReads } from './pipeline.server.ts';
import { createKysely, createPool } from './pool.server.ts';
import { sqlState, transaction } from './transaction.server.ts';

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

/** How often `work` waited for the server: writes to the socket between two answers count once. */
async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  const readBefore = new Set<number>();
  const write = vi.spyOn(Socket.prototype, 'cork').mockImplementation(function cork(this: Socket) {
    readBefore.add(this.bytesRead);
  });
  await work();
  write.mockRestore();
  return readBefore.size;
}

test('a transaction sends its beginning and its deferred statements with the next statement', async () => {
  const count = await roundTrips(() =>
    transaction(db, async (trx) => {
      await Promise.all([read(trx, 1), read(trx, 2), read(trx, 3)]);
      await deferred(trx, note(trx, 1));
      await deferred(trx, sql`insert into notes values (${2}, ${'note 2'})`.compile(trx));
      expect(await read(trx, 2)).toEqual({ text: 'note 2' });
      await deferred(trx, note(trx, 3));
    }),
  );
  // Begin and three reads; two writes and a read; one write and the commit.
  expect(count).toBe(3);
  expect(await ids()).toEqual([1, 2, 3]);
});

test('a deferred statement runs at once outside a pipelined transaction', async () => {
  await deferred(db, note(db, 10));
  await db.transaction().execute((trx) => deferred(trx, note(trx, 11)));
  expect(await ids()).toEqual([1, 2, 3, 10, 11]);
});

test('a deferred statement that fails makes the commit fail, and nothing is written', async () => {
  const failing = transaction(db, async (trx) => {
    await deferred(trx, note(trx, 20));
    await deferred(trx, note(trx, 1));
    await deferred(trx, note(trx, 21));
  });
  expect(await stateOfFailure(failing)).toBe('23505');
  expect(await ids()).not.toContain(20);
  expect(await stateOfFailure(transaction(db, (trx) => read(trx, 1)))).toBe('no failure');
});

test('a deferred statement that fails is named by its SQL text, whichever statement throws its error', async () => {
  const cause = (error: unknown) => (error instanceof Error ? error.cause : error);
  const statement = 'insert into "notes" ("id", "text") values ($1, $2)';
  const atCommit = transaction(db, async (trx) => {
    await deferred(trx, note(trx, 1));
  });
  expect(await atCommit.catch(cause)).toEqual(new FailedStatement(statement));
  let atNext: unknown;
  const failing = transaction(db, async (trx) => {
    await deferred(trx, note(trx, 1));
    atNext = await read(trx, 2).catch(cause);
  });
  await failing.catch(() => undefined);
  expect(atNext).toMatchObject({ name: 'FailedStatement', statement });
});

test('a statement after a failed one gets the first failure, not that the transaction is aborted', async () => {
  let second: unknown;
  const failing = transaction(db, async (trx) => {
    await deferred(trx, note(trx, 1));
    second = await read(trx, 2).catch(sqlState);
  });
  // Caught by the work: the commit still reports that nothing was written.
  expect(await stateOfFailure(failing)).toBe('23505');
  expect(second).toBe('23505');
});

test('a transaction fails with the first failure of statements sent in one round trip', async () => {
  const failing = transaction(db, async (trx) => {
    await Promise.all([note(trx, 30).execute(), note(trx, 1).execute(), read(trx, 2), sql`select 1 / 0`.execute(trx)]);
  });
  expect(await stateOfFailure(failing)).toBe('23505');
  expect(await ids()).not.toContain(30);
});

test('a transaction never fails with what only follows from its failure, whichever is heard of first', async () => {
  // Named statements report a failure a moment later than unnamed ones: many of both, often.
  for (let round = 0; round < 40; round += 1) {
    const failing = transaction(db, async (trx) => {
      const first = note(trx, 1).execute();
      const unnamed = Array.from({ length: 5 }, () => sql`select 1 / 0`.execute(trx));
      await Promise.all([first, ...unnamed, read(trx, 2)]);
    });
    expect(await stateOfFailure(failing)).toBe('23505');
  }
});

test('a transaction fails with an awaited statement’s failure when deferred ones follow it', async () => {
  const failing = transaction(db, async (trx) => {
    const first = note(trx, 1).execute();
    await deferred(trx, note(trx, 31));
    await Promise.all([first, read(trx, 2)]);
  });
  expect(await stateOfFailure(failing)).toBe('23505');
});

test('code that goes on after its transaction has ended writes nothing, there or in another', async () => {
  let resume = (): void => undefined;
  const gate = new Promise<void>((resolve) => (resume = resolve));
  const left: Promise<unknown>[] = [];
  const failing = transaction(db, async (trx) => {
    await note(trx, 32).execute();
    left.push(
      gate.then(() => note(trx, 33).execute()),
      gate.then(() => deferred(trx, note(trx, 34))),
    );
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  await transaction(db, async (trx) => {
    await read(trx, 1);
    resume();
    const ends = await Promise.allSettled(left);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
  expect(await ids()).toEqual([1, 2, 3, 10, 11]);
});

test('a transaction that throws undoes what was sent and never sends its deferred statements', async () => {
  const failing = transaction(db, async (trx) => {
    await note(trx, 40).execute();
    await deferred(trx, note(trx, 41));
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(await ids()).toEqual([1, 2, 3, 10, 11]);
  // No statement was sent: there is nothing to roll back.
  const silent = await roundTrips(() => transaction(db, () => Promise.reject(new Error('no'))).catch(() => undefined));
  expect(silent).toBe(0);
});

test('a connection that is lost in the middle loses the transaction whole', async () => {
  const cut = transaction(db, async (trx) => {
    await note(trx, 50).execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await deferred(trx, note(trx, 51));
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await read(trx, 50);
  });
  await expect(cut).rejects.toThrow();
  expect(await ids()).toEqual([1, 2, 3, 10, 11]);
});

test('pipelined reads are sent in one round trip, each with its own result', async () => {
  const count = await roundTrips(async () => {
    const answers = await pipelinedReads(db, (one) => Promise.all([read(one, 1), read(one, 2), read(one, 99)]));
    expect(answers).toEqual([{ text: 'note 1' }, { text: 'note 2' }, undefined]);
  });
  expect(count).toBe(1);
  // A failed transaction leaves a usable connection behind.
  await expect(pipelinedReads(db, (one) => Promise.all([note(one, 1).execute(), read(one, 2)]))).rejects.toThrow();
  expect(await read(db, 2)).toEqual({ text: 'note 2' });
});

test('statements started at the same time run in the order of the calls', async () => {
  await transaction(db, async (trx) => {
    const [, seen] = await Promise.all([note(trx, 60).execute(), read(trx, 60), note(trx, 61).execute()]);
    expect(seen).toEqual({ text: 'note 60' });
  });
});
