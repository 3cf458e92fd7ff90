import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantRights } from '#src/kernel/db/app-role.server.ts';
import type { HostAddress } from '#src/kernel/db/pool.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { installationOf, linesOf } from '#tests/support/fixtures/doctor-installation.ts';
import { checkDatabase } from './database.check.ts';

let database: TestDatabase;
let address: HostAddress;
const role = 'doctor_app';
/** The server of the tests is quick and not durable. */
const unsafe = 'wrong DATABASE_URL: a crash may lose payments';
beforeAll(async () => {
  database = await createTestDatabase();
  if ('connectionString' in database.address) throw new Error('a test database is embedded');
  address = database.address;
  await database.pool.query(`drop role if exists ${role}`);
  await database.pool.query(`create role ${role} login password 'a-password'`);
  await grantRights(address, role);
});
afterAll(async () => {
  await database.pool.query(`drop owned by ${role}; drop role ${role}`);
  await database.close();
});

function look(change: Partial<HostAddress> = {}, aheadMs = 0) {
  const { user, password, host, port, database: name } = { ...address, user: role, password: 'a-password', ...change };
  const url = `postgresql://${user}:${password}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  const { env, now } = installationOf({}, aheadMs);
  return checkDatabase({ env: { ...env, databaseUrl: url }, now });
}

test('a role without rights over the tables is right, and all migrations are applied', async () => {
  const findings = await look();
  expect(linesOf(findings)).toEqual([
    expect.stringMatching(/^ok DATABASE_URL: PostgreSQL \d+.*, sessions of our own$/),
    `ok DATABASE_URL: the role ${role} cannot change the books`,
    unsafe,
    expect.stringMatching(/^ok clock: 0\.\d s from the database’s$/),
    expect.stringMatching(/^ok migrations: all \d+ are applied$/),
  ]);
});

test('a superuser is named, and a wrong password', async () => {
  expect(linesOf(await look({ user: address.user, password: address.password }))).toContain(
    `wrong DATABASE_URL: the role ${address.user} is a superuser`,
  );
  expect(linesOf(await look({ user: 'nobody_at_all' }))[0]).toMatch(/^wrong DATABASE_URL: .*nobody_at_all/);
});

test('an owner of the tables is named', async () => {
  await database.pool.query(`alter table schema_migrations owner to ${role}`);
  try {
    expect(linesOf(await look())).toContain(`warning DATABASE_URL: the role ${role} owns the books`);
  } finally {
    await database.pool.query(`alter table schema_migrations owner to ${address.user}`);
    await grantRights(address, role);
  }
});

test('a clock ahead of the database is named with its seconds', async () => {
  expect(linesOf(await look({}, 5_000))).toContain('warning clock: this machine is 5.0 s ahead of the database');
  expect(linesOf(await look({}, -60_000))).toContain('wrong clock: this machine is 60.0 s behind the database');
});

test('a missing migration is named', async () => {
  const last = await database.pool.query<{ name: string }>(
    'delete from schema_migrations where number = (select max(number) from schema_migrations) returning name',
  );
  expect(linesOf(await look())).toContain(`wrong migrations: 1 are missing, the first is ${last.rows[0]?.name}`);
});
