import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownRole } from '#src/kernel/db/app-role.server.ts';
import type { HostAddress } from '#src/kernel/db/pool.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import {
  type InterruptibleDatabase,
  interruptibleDatabase,
} from '#tests/support/database/interruptible-database.server.ts';
import { deep } from '#tests/support/depth.ts';
import { buyByApi, expectState } from '#tests/support/fixtures/api-sale.server.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';
import { copyOlderVersion, type OlderVersion } from '#tests/support/processes/older-version.server.ts';
import { removeProduct, startProduct, stopProduct } from '#tests/support/processes/product.server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-updates-'));
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  for (const folder of folders) await removeProduct(folder);
});

/** A product on the server of `npm run test:postgres` has a new database at each start: two versions never meet there. */
const isEmbedded = process.env['TEST_DATABASE_SERVER'] === undefined;

describe.runIf(isEmbedded)('an older version on a newer database', () => {
  let older: OlderVersion;
  beforeAll(() => {
    older = copyOlderVersion();
  });
  afterAll(() => older.remove());

  test('starts and sells while later migrations only add, and refuses one that breaks it', deep, async () => {
    const folder = newFolder();
    const newer = await startProduct(folder);
    await buyByApi(newer, { email: 'antes@exemplo.com.br' });
    await stopProduct(newer.pid);

    const rolledBack = await startProduct(folder, { root: older.root });
    const told = readFileSync(rolledBack.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('database-newer'));
    expect(told.map((line) => JSON.parse(line))).toMatchObject([{ count: 1, migration: older.unknown }]);
    const sale = await buyByApi(rolledBack, {
      email: 'depois@exemplo.com.br',
      tenders: [{ method: 'credit-card' }],
    });
    await expectState(sale, 'paid');
    const pool = await openPool(rolledBack);
    await pool.query('update schema_migrations set breaks_before = number where name = $1', [older.unknown]);
    await pool.end();
    await stopProduct(rolledBack.pid);

    await expect(startProduct(folder, { root: older.root })).rejects.toThrow(
      new RegExp(`has the migration ${older.unknown}, with which no version works that does not know migration`),
    );
    const again = await startProduct(folder);
    await stopProduct(again.pid);
  });
});

describe.runIf(isEmbedded)('npm run migrate', () => {
  let database: TestDatabase;
  let owner: HostAddress;
  let door: InterruptibleDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    if ('connectionString' in database.address) throw new Error('a test database is embedded');
    owner = database.address;
    // Settings name a host, and a test's database has a socket only.
    door = await interruptibleDatabase(owner);
    await door.open();
  });
  afterAll(async () => {
    await door.shut();
    await database.pool.query('drop schema if exists jobs cascade');
    await database.pool.query('drop owned by app_of_updates; drop role app_of_updates');
    await database.close();
  });

  const urlOf = ({ user, password }: HostAddress): string =>
    Object.assign(new URL(door.url), { username: user, password }).href;
  /** Exit code and output of the command. */
  async function migrate(
    env: Readonly<Record<string, string>>,
    ...words: string[]
  ): Promise<readonly [number, string]> {
    const options = { cwd: root, env: { ...process.env, ...env } };
    const ended = promisify(execFile)(process.execPath, ['tools/migrate.ts', ...words], options);
    return ended.then(
      ({ stdout }) => [0, stdout] as const,
      (error: { code: number; stdout: string; stderr: string }) => [error.code, error.stdout + error.stderr] as const,
    );
  }

  test('prepares the database in the owner’s role for processes that have no owner', deep, async () => {
    const app = urlOf(await ownRole(owner, 'app_of_updates'));
    const settings = { APP_ENV: 'test', DATABASE_URL: app };
    const withOwner = { DATABASE_URL: app, DATABASE_OWNER_URL: urlOf(owner) };
    await expect(startProduct(newFolder(), { env: settings })).rejects.toThrow(/no rights yet.*npm run migrate/);
    expect(await migrate(withOwner, '--check')).toEqual([2, 'Missing: the tables of the queue\n']);
    expect(await migrate({ DATABASE_URL: app })).toEqual([1, expect.stringContaining('DATABASE_OWNER_URL')]);

    const blocker = await database.pool.connect();
    await blocker.query('begin; select pg_advisory_xact_lock(7206250101)');
    const migrating = migrate(withOwner);
    await new Promise((resume) => setTimeout(resume, 2_000));
    await blocker.query('commit');
    blocker.release();
    const [code, said] = await migrating;
    expect(said).toContain('To do: the tables of the queue\nWaiting for another process');
    expect(said).toContain('Rights: app_of_updates\nThe database is at this version.\n');
    expect(code).toBe(0);
    expect(await migrate(withOwner, '--check')).toEqual([0, 'The database is at this version.\n']);

    const product = await startProduct(newFolder(), { env: settings });
    const log = readFileSync(product.logFile, 'utf8');
    await stopProduct(product.pid);
    expect(log).not.toMatch(/queue-error|permission denied|"level":"error"/);
    const owned = await database.pool.query(
      `select relname from pg_class join pg_roles on pg_roles.oid = relowner where rolname = 'app_of_updates'`,
    );
    expect(owned.rows).toEqual([]);
  });
});
