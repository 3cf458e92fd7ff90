import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, secretColumns } from '#src/domain/database/index.server.ts';
import { startServerOnFolder } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { grantReads } from '#src/kernel/db/app-role.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { createKysely, createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { type CleanDatabase, cleanerOf } from './clean-database.server.ts';
import { refuseNestedConnections } from './single-connection.server.ts';

/** A migrated database that one test, or one file of them, has to itself. */
export interface TestDatabase {
  readonly address: DatabaseAddress;
  /** The same in the console's role, which has no right to secrets; none where a test made the database by itself. */
  readonly readerAddress?: DatabaseAddress;
  readonly pool: pg.Pool;
  readonly db: Kysely<Database>;
  /** Gives the database back: nothing asks it any more. Throws where a transaction asked the pool for another connection. */
  close(): Promise<void>;
}

const TEMPLATE = 'matricula_template';
/** The role in which the console reads. Nobody signs in with it: a session begins as the owner, and takes it. */
const READER = 'matricula_reader';
const TEMPLATE_LOCK = 7_206_250_103n;

/** As it is before a test puts a clock of its own in its place. */
const later = setTimeout;

/** Quick instead of durable: the machine's power is not what these tests cut. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '200' };

/** A hundred at once wait for each other: on a busy machine longer than a buyer should. */
const WAIT_MS = 30_000;
const PATIENCE = { lockTimeoutMs: WAIT_MS, statementTimeoutMs: WAIT_MS };

/** The server of a run and its superuser. */
interface RunningPostgres {
  readonly maintenance: DatabaseAddress;
}

let server: Promise<RunningPostgres> | undefined;
let made = 0;

/** The server that `npm run test:postgres` has started, or else the product's own version on the run's folder. */
async function start(): Promise<RunningPostgres> {
  const given = process.env['TEST_DATABASE_SERVER'];
  if (given !== undefined) {
    const { hostname: host, port, username: user, password, pathname } = new URL(given);
    const maintenance = { host, port: Number(port), user, password, database: pathname.slice(1) };
    await ensureTemplate({ maintenance });
    return { maintenance };
  }
  const running = await startServerOnFolder({
    dataDir: inject('testDatabaseFolder'),
    dataDirIsDefault: false,
    settings: SETTINGS,
  });
  if (!running.ok) throw new Error(running.error.message);
  await ensureTemplate(running.value);
  return running.value;
}

/** One process migrates the template; the others wait for it. */
async function ensureTemplate(running: RunningPostgres): Promise<void> {
  await asAdministrator(running, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
    if (found.rowCount !== 0) return;
    const draft = `${TEMPLATE}_draft`;
    await client.query(`drop database if exists ${draft}`);
    await client.query(`create database ${draft}`);
    const migrated = await migrate({ ...running.maintenance, database: draft });
    if (!migrated.ok) throw new Error(migrated.error.message);
    // A role is the whole server's: another run may have made it.
    const hasReader = await client.query('select 1 from pg_roles where rolname = $1', [READER]);
    if (hasReader.rowCount === 0) await client.query(`create role ${READER} nologin`);
    await grantReads({ ...running.maintenance, database: draft }, READER, secretColumns);
    await client.query(`alter database ${draft} rename to ${TEMPLATE}`);
  });
}

async function asAdministrator<T>(running: RunningPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(running.maintenance);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database that is lent to one test after the other, emptied in between. */
interface Lent {
  readonly name: string;
  readonly address: DatabaseAddress;
  readonly readerAddress: DatabaseAddress;
  readonly pool: pg.Pool;
  readonly poolSize: number;
  readonly clean: CleanDatabase;
  uses: number;
}

/** What its deleted rows leave behind goes with it after so many tests. */
const MOST_USES = 100;
/** Those of this process that wait for the next test. */
const spare: Lent[] = [];

async function create(running: RunningPostgres, poolSize: number): Promise<Lent> {
  made += 1;
  const name = `test_${process.pid}_${made}_${Math.random().toString(36).slice(2, 8)}`;
  await asAdministrator(running, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  const address = { ...running.maintenance, database: name };
  const pool = createPool(address, { max: poolSize, applicationName: name, ...PATIENCE });
  pool.options.connectionTimeoutMillis = WAIT_MS;
  const readerAddress = { ...address, options: `-c role=${READER}` };
  return { name, address, readerAddress, pool, poolSize, clean: await withClient(pool, cleanerOf), uses: 0 };
}

/** A pool that refuses whoever asks on after its test: by then the database is another test's. */
function untilClosed(pool: pg.Pool): { readonly pool: pg.Pool; readonly end: () => void } {
  let isOpen = true;
  const refuse = (): Promise<never> => Promise.reject(new Error('The test that had this database is over'));
  const open = new Proxy(pool, {
    get(target, key) {
      if (!isOpen && (key === 'connect' || key === 'query')) return refuse;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { pool: open, end: () => void (isOpen = false) };
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

async function giveBack(running: RunningPostgres, lent: Lent): Promise<void> {
  const { name, pool, clean } = lent;
  // What a test has begun and not waited for ends first, as it does before a pool ends.
  while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) await new Promise((resume) => later(resume, 1));
  const isFresh = lent.uses < MOST_USES && (await withClient(pool, clean).catch(() => false));
  if (isFresh) return void spare.push(lent);
  await pool.end();
  await asAdministrator(running, (client) => client.query(`drop database ${name} with (force)`));
}

/**
 * A fresh database with every migration: one that an earlier test of this process gave back, emptied, or a copy of a
 * template that is migrated once per run. Call it before a test or a file of them, and close it after that.
 */
export async function createTestDatabase({
  poolSize = 10,
}: { readonly poolSize?: number } = {}): Promise<TestDatabase> {
  const running = await (server ??= start());
  const at = spare.findIndex((one) => one.poolSize === poolSize);
  const lent = spare.splice(at, at < 0 ? 0 : 1)[0] ?? (await create(running, poolSize));
  lent.uses += 1;
  const { pool, end } = untilClosed(lent.pool);
  const watched = refuseNestedConnections(pool);
  return {
    address: lent.address,
    readerAddress: lent.readerAddress,
    pool,
    db: createKysely<Database>(watched.pool),
    async close() {
      end();
      await giveBack(running, lent);
      watched.check();
    },
  };
}
