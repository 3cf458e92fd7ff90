import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#src/apps/worker/jobs/index.server.ts';
import { ownRole } from '#src/kernel/db/app-role.server.ts';
import { withoutRetry } from '#src/kernel/db/database-retry.server.ts';
import type { DatabaseAddress, HostAddress } from '#src/kernel/db/pool.server.ts';
import { createLog } from '#src/kernel/log/log.server.ts';
import { startJobQueue } from '#src/platform/job-queue/job-queue.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { describeMissing, ensureDatabase, findMissingParts, prepareDatabase } from './prepare-database.server.ts';

let database: TestDatabase;
let owner: HostAddress;
let app: HostAddress;
let lines: Record<string, unknown>[];
const log = createLog({
  level: 'info',
  to: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
});

beforeAll(async () => {
  database = await createTestDatabase();
  if ('connectionString' in database.address) throw new Error('a test database is embedded');
  owner = database.address;
});
beforeEach(async () => {
  lines = [];
  app = await ownRole(owner, 'app_of_one_test');
});
afterAll(async () => {
  await database.pool.query('drop owned by app_of_one_test; drop role app_of_one_test');
  await database.pool.query('drop schema if exists jobs cascade');
  await database.close();
});

const ensure = (address: DatabaseAddress, withOwner = address): Promise<DatabaseAddress | null> =>
  ensureDatabase({ address, owner: withOwner }, log, withoutRetry);

describe('a process without the owner’s credentials', () => {
  test('refuses a database in which its role has no rights, and names the command that gives them', async () => {
    await expect(ensure(app)).rejects.toThrow(/no rights yet.*npm run migrate with DATABASE_OWNER_URL/);
  });

  test('refuses a database that lacks the queue or a migration, and names both', async () => {
    expect(await prepareDatabase({ address: app, owner })).toEqual({ ok: true, value: null });
    await database.pool.query(`update jobs.version set version = version - 1`);
    const last = await database.pool.query<{ name: string }>(
      'delete from schema_migrations where number = (select max(number) from schema_migrations) returning *',
    );
    await expect(ensure(app)).rejects.toThrow(
      new RegExp(`behind this version: migration ${last.rows[0]?.name}, the tables of the queue.*npm run migrate`),
    );
    await database.pool.query(
      'insert into schema_migrations select * from json_populate_record(null::schema_migrations, $1)',
      [JSON.stringify(last.rows[0])],
    );
    await database.pool.query(`update jobs.version set version = version + 1`);
  });

  test('starts on a prepared database, and works its queue without owning anything', async () => {
    await prepareDatabase({ address: app, owner });
    expect(await ensure(app)).toBeNull();
    const errors: string[] = [];
    const { boss, queue } = await startJobQueue(app, jobs, ({ message }) => errors.push(message));
    try {
      await boss.supervise();
      await boss.schedule('seal-ledger-days', '20 1 * * *', {});
      await queue.send(database.db, 'resolve-attempt', { attemptId: 'att_1' });
      const fetched = await boss.fetch('resolve-attempt');
      await boss.complete(
        'resolve-attempt',
        fetched.map(({ id }) => id),
      );
      expect(fetched).toHaveLength(1);
      expect((await boss.getQueues()).length).toBeGreaterThanOrEqual(jobs.length);
    } finally {
      await boss.stop({ graceful: false });
    }
    expect(errors).toEqual([]);
    const { rows } = await database.pool.query(
      `select relname from pg_class join pg_roles on pg_roles.oid = relowner where rolname = $1`,
      [app.user],
    );
    expect(rows).toEqual([]);
  });

  test('starts beside a newer version, which it tells in one line of the log, and on its newer queue', async () => {
    await prepareDatabase({ address: app, owner });
    await database.pool.query(
      'alter table schema_migrations add column if not exists breaks_before integer not null default 0',
    );
    await database.pool.query(`insert into schema_migrations values (9998, '9998-later', 'h', now(), 0)`);
    await database.pool.query(`update jobs.version set version = version + 1`);
    try {
      expect(await ensure(app)).toBeNull();
      expect(lines).toMatchObject([{ event: 'database-newer', count: 1, migration: '9998-later' }]);
      const { boss } = await startJobQueue(app, jobs, (error) => expect.unreachable(String(error)), false);
      await boss.stop({ graceful: false });
      await database.pool.query('update schema_migrations set breaks_before = 9998 where number = 9998');
      await expect(ensure(app)).rejects.toThrow(
        /9998-later, with which no version works that does not know migration 9998/,
      );
    } finally {
      await database.pool.query('delete from schema_migrations where number = 9998');
      await database.pool.query(`update jobs.version set version = version - 1`);
    }
  });
});

describe('a process that owns the tables', () => {
  test('prepares the database by itself', async () => {
    await database.pool.query('drop schema jobs cascade');
    expect(describeMissing(await missing())).toEqual(['the tables of the queue']);
    expect(await ensure(owner)).toBe(owner);
    expect(describeMissing(await missing())).toEqual([]);
    expect(await ensure(app, owner)).toBe(owner);
    const client = new pg.Client(app);
    await client.connect();
    expect((await client.query('select 1 from jobs.queue limit 0')).rows).toEqual([]);
    await client.end();
  });
});

async function missing() {
  const found = await findMissingParts(owner);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}
