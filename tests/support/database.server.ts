import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '#src/domain/database/index.server.ts';
import { bringUp, type RunningPostgres } from '#src/kernel/db/embedded-postgres.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { createKysely, createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { oneAtATime } from './one-connection.server.ts';

/** A migrated database that one test file has to itself. */
export interface TestDatabase {
  readonly address: DatabaseAddress;
  readonly pool: pg.Pool;
  readonly db: Kysely<Database>;
  /** Ends the pool and drops the database; throws where a transaction asked the pool for another connection. */
  close(): Promise<void>;
}

const TEMPLATE = 'matricula_template';
const TEMPLATE_LOCK = 7_206_250_103n;

/** Quick instead of durable: the machine's power is not what these tests cut. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '200' };

/** A hundred at once wait for each other: on a busy machine longer than a buyer should. */
const WAIT_MS = 30_000;
const PATIENCE = { lockTimeoutMs: WAIT_MS, statementTimeoutMs: WAIT_MS };

let server: Promise<RunningPostgres> | undefined;
let made = 0;

async function start(): Promise<RunningPostgres> {
  const running = await bringUp({ dataDir: inject('testDatabaseFolder'), dataDirIsDefault: false, settings: SETTINGS });
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

/**
 * A fresh database with every migration, a copy of a template that is migrated once per run: some 40 ms.
 * Call it in `beforeAll` and close it in `afterAll`.
 */
export async function createTestDatabase(options: { readonly poolSize?: number } = {}): Promise<TestDatabase> {
  const running = await (server ??= start());
  made += 1;
  const name = `test_${process.pid}_${made}_${Math.random().toString(36).slice(2, 8)}`;
  await asAdministrator(running, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  const address = { ...running.maintenance, database: name };
  const pool = createPool(address, { max: options.poolSize ?? 10, applicationName: name, ...PATIENCE });
  pool.options.connectionTimeoutMillis = WAIT_MS;
  const watched = oneAtATime(pool);
  return {
    address,
    pool,
    db: createKysely<Database>(watched.pool),
    async close() {
      await pool.end();
      await asAdministrator(running, (client) => client.query(`drop database ${name} with (force)`));
      watched.check();
    },
  };
}
