import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createKysely, createPool } from './pool.server.ts';
import { openSignalChannel } from './signal-channel.server.ts';
import { transaction } from './transaction.server.ts';
import {
  runGuarded,
  guardSession,
  isSpent,
  ReadOnlyDatabase,
  UnconfirmedCommit,
  verifySession,
} from './writable-session.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table marks (mark int primary key)');
}, 60_000);
afterAll(() => database.close());

/** Runs a query in a session that may write whatever the database's default is. */
async function administer(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ ...database.address, options: '-c default_transaction_read_only=off' });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

/** Makes the database a standby in its sessions' view: read-only. */
async function closeForWriting(isClosed: boolean): Promise<void> {
  const [row] = await administer('select quote_ident(current_database()) as name');
  await administer(
    `alter database ${String(row?.['name'])} set default_transaction_read_only = ${isClosed ? 'on' : 'off'}`,
  );
}

const signals = `from pg_stat_activity where application_name = 'matricula-signals' and datname = current_database()`;

describe('T-31 a database that takes no writes counts as gone', () => {
  test('a new connection to it is refused, and one to the next primary is made', async () => {
    const pool = createPool(database.address, { max: 1 });
    await closeForWriting(true);
    await expect(pool.query('select 1')).rejects.toThrow(ReadOnlyDatabase);
    await closeForWriting(false);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('a connection that was good when it was opened is not used again after its first refused write', async () => {
    const pool = createPool(database.address, { max: 1 });
    const db = createKysely<Record<string, never>>(pool);
    const write = (mark: number) => transaction(db, (trx) => sql`insert into marks values (${mark})`.execute(trx));
    await write(1);
    const client = await pool.connect();
    // The effect of a demotion on an open session.
    await client.query('set default_transaction_read_only = on');
    client.release();
    await expect(write(2)).rejects.toMatchObject({ code: '25006' });
    await write(3);
    expect((await pool.query('select mark from marks order by mark')).rows).toEqual([{ mark: 1 }, { mark: 3 }]);
    await pool.end();
  });

  test('a pool that only reads takes a standby, and writes nowhere', async () => {
    const pool = createPool(database.address, { max: 1, isReadOnly: true, statementTimeoutMs: 3_000 });
    const settings = await pool.query(
      `select current_setting('statement_timeout') as statements, current_setting('transaction_read_only') as reads`,
    );
    expect(settings.rows).toEqual([{ statements: '3s', reads: 'on' }]);
    await expect(pool.query('insert into marks values (99)')).rejects.toMatchObject({ code: '25006' });
    await pool.end();
    await closeForWriting(true);
    const standby = createPool(database.address, { max: 1, isReadOnly: true });
    expect((await standby.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await standby.end();
    await closeForWriting(false);
  });

  test('signals are heard again once somebody takes writes', async () => {
    const channel = await openSignalChannel(database.address, database.pool, 'moved');
    const listeners = async () => (await administer(`select 1 ${signals}`)).length;
    expect(await listeners()).toBe(1);
    await closeForWriting(true);
    await administer(`select pg_terminate_backend(pid) ${signals}`);
    // More than one try of the channel's own.
    await new Promise((resume) => setTimeout(resume, 2_200));
    // A try that is just being made ends by itself; a connection left open to it would not.
    await expect.poll(listeners).toBe(0);
    await closeForWriting(false);
    await expect.poll(listeners).toBe(1);
    await channel.close();
  });
});

test('T-25 a commit whose wait for the standby was cancelled is no answer, and its connection is not used again', async () => {
  if ('connectionString' in database.address) throw new Error('a test database is embedded');
  const client = new pg.Client(database.address);
  await client.connect();
  await guardSession(client);
  const ask = () => runGuarded(client, () => client.query('select 1'));
  await ask();
  expect(isSpent(client)).toBe(false);
  // The exact message that PostgreSQL sends before it answers the commit as done.
  client.emit('notice', { routine: 'SyncRepWaitForLSN', severity: 'WARNING', code: '01000' });
  await expect(ask()).rejects.toThrow(UnconfirmedCommit);
  expect(isSpent(client)).toBe(true);
  await client.end();
});

test('a new connection of any pool that is cut while it is looked at ends no process: whoever asked is told', async () => {
  // A server that answers the login only, then closes the connection at the first query.
  const server = net.createServer((peer) => {
    peer.on('error', () => undefined);
    peer.once('data', () => {
      peer.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]));
      peer.once('data', () => peer.resetAndDestroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // As the queue creates its own: only the pool listens to its connections.
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'x', database: 'x', max: 1, verify: verifySession() });
  const lost: string[] = [];
  pool.on('error', ({ message }) => lost.push(message));
  await expect(pool.query('select 1')).rejects.toThrow(/ECONNRESET|terminated/u);
  await pool.end();
  server.close();
});
