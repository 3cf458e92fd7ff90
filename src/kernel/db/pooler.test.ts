import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '#src/apps/worker/job.contract.ts';
import { prepareJobQueue } from '#src/platform/job-queue/job-queue-schema.server.ts';
import { startJobQueue } from '#src/platform/job-queue/job-queue.server.ts';
import { silentLog } from '#src/kernel/log/log.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { migrate } from './migrate.server.ts';
import { createKysely, createPool } from './pool.server.ts';
import { openSignalChannel } from './signal-channel.server.ts';
import { startDatabase } from '../../platform/embedded-postgres/start-database.server.ts';

/** Debian's package `pgbouncer`; where it is not installed these tests are skipped and say so. */
const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;
if (!isInstalled) process.stderr.write('pgbouncer is not installed: the tests behind a pooler are skipped\n');

type PoolMode = 'session' | 'transaction' | 'statement';

const job: Job = { name: 'probe', retries: 0, retrySeconds: 1, batch: 1, run: async () => undefined };

let database: TestDatabase;
const running: { readonly process: ChildProcess; readonly folder: string }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table counters (id int primary key, state text not null)');
}, 60_000);
afterEach(async () => {
  for (const { process, folder } of running.splice(0)) {
    const gone = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGQUIT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
});
afterAll(() => database.close());

/** A pooler as packaged in front of the test's database; the address through it. */
async function pooler(mode: PoolMode, poolSize = 20): Promise<string> {
  if ('connectionString' in database.address) throw new Error('a test database is embedded');
  const { host, port, user, password, database: name } = database.address;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-pooler-'));
  chmodSync(folder, 0o755);
  const listen = await freePort();
  const listenAddress = `host=${host} port=${port} user=${user} password=${password} dbname=${name}`;
  const settings = [
    ...['[databases]', `shop = ${listenAddress}`, '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${listen}`],
    ...['auth_type = any', 'unix_socket_dir =', `pool_mode = ${mode}`, `default_pool_size = ${poolSize}`],
  ];
  writeFileSync(path.join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...asNobody, path.join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  running.push({ process: child, folder });
  await listening(listen);
  return `postgresql://shop:any@127.0.0.1:${listen}/shop`;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(25);
  }
  throw new Error('The pooler did not start');
}

function start(databaseUrl: string) {
  const owner = { databaseOwnerUrl: null, dataDir: '/nowhere', dataDirIsDefault: true };
  return startDatabase({ databaseUrl, ...owner }, silentLog);
}

describe.skipIf(!isInstalled)('behind PgBouncer in session mode the product', () => {
  test('starts, has its limits, hears signals and sends jobs', async () => {
    const address = { connectionString: await pooler('session') };
    expect(await start(address.connectionString)).toMatchObject({ ok: true });
    const pool = createPool(address, { max: 2, statementTimeoutMs: 1_234, lockTimeoutMs: 567 });
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
              current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(rows).toEqual([{ statement: '1234ms', lock: '567ms', idle: '15s' }]);

    const channel = await openSignalChannel(address, pool, 'order_changed');
    const sender = await openSignalChannel(address, pool, 'order_changed');
    const heard: string[] = [];
    channel.on('ord_1', () => heard.push('ord_1'));
    sender.emit('ord_1');
    await expect.poll(() => heard).toEqual(['ord_1']);
    await Promise.all([channel.close(), sender.close()]);

    await prepareJobQueue(address);
    const { boss } = await startJobQueue(address, [], (error) => expect.unreachable(String(error)));
    await boss.stop({ graceful: false });
    await pool.end();
  });
});

describe.skipIf(!isInstalled)('behind PgBouncer that shares sessions the product', () => {
  test.each([
    ['transaction', 20],
    ['transaction', 1],
    ['statement', 20],
  ] as const)('refuses to start in %s mode with %i server connections, and says why', async (mode, poolSize) => {
    expect(await start(await pooler(mode, poolSize))).toMatchObject({
      ok: false,
      error: { code: 'database-unreachable', message: expect.stringMatching(/transaction/) },
    });
  });

  test('refuses beside the traffic of others', async () => {
    const url = await pooler('transaction', 5);
    const others = new pg.Pool({ connectionString: url, max: 4 });
    let isOver = false;
    const traffic = Array.from({ length: 4 }, async () => {
      while (!isOver) await others.query('select pg_sleep(0.001)');
    });
    const answers = [];
    for (let round = 0; round < 5; round += 1) answers.push((await start(url)).ok);
    isOver = true;
    await Promise.all(traffic);
    await others.end();
    expect(answers).toEqual([false, false, false, false, false]);
  });

  test('migrates as the owner at each start, and leaves neither locks nor limits on a server connection', async () => {
    const owner = { connectionString: await pooler('transaction', 1) };
    const nothing = { ok: true, value: { applied: [] } };
    expect([await migrate(owner), await migrate(owner)]).toEqual([nothing, nothing]);
    const after = new pg.Client(owner);
    await after.connect();
    const limits = await after.query(
      `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
    );
    await after.end();
    expect(limits.rows).toEqual([{ lock: '0', statement: '0' }]);
    const { rows } = await database.pool.query(
      `select count(*)::int as locks from pg_locks where locktype = 'advisory' and database =
         (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([{ locks: 0 }]);
    expect(await migrate(database.address, { waitMs: 0 })).toEqual({ ok: true, value: { applied: [] } });
  });

  test('keeps its queue as the owner, start after start', async () => {
    const owner = { connectionString: await pooler('transaction', 2) };
    for (let starts = 0; starts < 2; starts += 1) {
      await prepareJobQueue(owner);
      const { boss, queue } = await startJobQueue(owner, [job], (error) => expect.unreachable(String(error)));
      await queue.send(database.db, job.name, {});
      expect(await boss.fetch(job.name)).toHaveLength(1);
      await boss.stop({ graceful: false });
    }
  });
});

describe.skipIf(!isInstalled)('two processes on one server connection', () => {
  test('never execute a statement that the other one prepared', async () => {
    await database.pool.query(`insert into counters values (0, 'open'), (7, 'paid')`);
    const url = await pooler('transaction', 1);
    // Each pool stands for a process: the driver knows only of its own connection what was prepared there.
    const pools = [
      createPool({ connectionString: url }, { max: 1 }),
      createPool({ connectionString: url }, { max: 1 }),
    ];
    const [one, other] = pools.map((pool) => createKysely<Record<string, never>>(pool));
    if (!one || !other) throw new Error('No pools');
    const close = (id: number) => sql`update counters set state = 'closed' where id = ${id}`.execute(one);
    const read = (id: number) => sql`select state from counters where id = ${id}`.execute(other);
    await close(0);
    const seen = [await read(7), await read(7)].map(({ rows }) => rows);
    expect(seen).toEqual([[{ state: 'paid' }], [{ state: 'paid' }]]);
    await expect(sql`update counters set state = 'closed' where id = ${0}`.execute(other)).rejects.toMatchObject({
      code: '42P05',
    });
    await Promise.all(pools.map((pool) => pool.end()));
  });
});

describe.skipIf(!isInstalled)('a startup parameter that a pooler refuses', () => {
  test('is named, and the start does not wait for it', async () => {
    const url = `${await pooler('session')}?options=-c%20search_path%3Dshop`;
    expect(await start(url)).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/pooler .* refuses the startup parameter options/) },
    });
  });
});
