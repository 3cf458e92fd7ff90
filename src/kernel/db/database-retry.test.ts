import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobQueue } from '#src/platform/job-queue/job-queue.server.ts';
import { createLog } from '#src/kernel/log/log.server.ts';
import { StartupError } from '#src/kernel/env/startup-error.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import {
  type InterruptibleDatabase,
  interruptibleDatabase,
} from '#tests/support/database/interruptible-database.server.ts';
import { createDatabaseRetry } from './database-retry.server.ts';
import { isDatabaseUnavailable } from './database-unavailable.server.ts';
import { migrate } from './migrate.server.ts';
import { createPool } from './pool.server.ts';
import { openSignalChannel } from './signal-channel.server.ts';
import { startDatabase } from '../../platform/embedded-postgres/start-database.server.ts';

let database: TestDatabase;
let door: InterruptibleDatabase;
let lines: Record<string, unknown>[];
const log = createLog({
  level: 'info',
  to: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
});
const gone = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

beforeAll(async () => {
  database = await createTestDatabase();
  door = await interruptibleDatabase(database.address);
});
afterAll(() => database.close());
beforeEach(() => {
  lines = [];
});

function start(url: string, seconds: number) {
  const env = { databaseUrl: url, databaseOwnerUrl: null, dataDir: '/nowhere', dataDirIsDefault: true };
  return startDatabase(env, log, createDatabaseRetry(log, { seconds }));
}

describe('a start whose database is away', () => {
  test('waits for it, says so in the log, and goes on', async () => {
    const starting = start(door.url, 30);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    await door.open();
    expect(await starting).toMatchObject({ ok: true });
    expect(lines[0]).toMatchObject({
      event: 'database-retrying',
      reason: expect.stringContaining('ECONNREFUSED'),
      tries: 1,
    });
    await door.shut();
  });

  test('ends in words that say what to do when its time is over, whichever steps took it', async () => {
    const withDatabaseRetry = createDatabaseRetry(log, { seconds: 1 });
    let asked = 0;
    expect(await withDatabaseRetry(async () => ((asked += 1) < 2 ? Promise.reject(gone) : 'there'))).toBe('there');
    const refused: unknown = await withDatabaseRetry(() => Promise.reject(gone)).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(StartupError);
    expect(String(refused)).toMatch(/away, and not back 1 seconds .*ECONNREFUSED.*start again/);
    expect(lines.length).toBeLessThan(6);
    await expect(start(door.url, 0.3)).rejects.toBeInstanceOf(StartupError);
  });

  test('is told at once what no waiting mends', async () => {
    const wrong = new Error('no such table');
    await expect(createDatabaseRetry(log)(() => Promise.reject(wrong))).rejects.toBe(wrong);
    await door.open();
    expect(await start(door.url.replace(/\/[^/]+$/, '/not_there'), 30)).toMatchObject({
      ok: false,
      error: { code: 'database-unreachable', message: expect.stringContaining('does not exist') },
    });
    expect(lines).toEqual([]);
    await door.shut();
  });
});

describe('a step of the start that lost its database', () => {
  test('migrating blames no file, and is made whole by the next try', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
    const cut = `import { sql } from 'kysely';
      export async function up(db) {
        await sql\`create table cut_short (id text)\`.execute(db);
        await sql\`select pg_terminate_backend(pg_backend_pid()) where not exists
          (select 1 from pg_tables where tablename = 'was_cut')\`.execute(db);
      }`;
    await writeFile(path.join(folder, '0001-cut-short.ts'), cut);
    const own = await createTestDatabase();
    try {
      await own.pool.query('drop table schema_migrations');
      const refused: unknown = await migrate(own.address, { folder }).catch((thrown: unknown) => thrown);
      expect(isDatabaseUnavailable(refused)).toBe(true);
      await own.pool.query('create table was_cut (id text)');
      expect(await migrate(own.address, { folder })).toEqual({ ok: true, value: { applied: ['0001-cut-short'] } });
    } finally {
      await own.close();
      await rm(folder, { recursive: true });
    }
  });

  test('leaves no queue and no channel half open', async () => {
    const address = { connectionString: door.url };
    const pool = createPool(address, { max: 1 });
    const queue = startJobQueue(address, [], () => undefined);
    expect(isDatabaseUnavailable(await queue.catch((thrown: unknown) => thrown))).toBe(true);
    const channel = openSignalChannel(address, pool, 'nobody');
    expect(isDatabaseUnavailable(await channel.catch((thrown: unknown) => thrown))).toBe(true);
    await door.open();
    await sleep(1_500);
    const { rows } = await database.pool.query(
      `select application_name from pg_stat_activity
       where datname = current_database() and application_name in ('matricula-jobs', 'matricula-signals')`,
    );
    expect(rows).toEqual([]);
    await door.shut();
    await pool.end();
  });
});
