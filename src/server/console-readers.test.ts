import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleOf } from '#src/kernel/db/app-role.server.ts';
import { createPool, type HostAddress } from '#src/kernel/db/pool.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { consoleReadAddress } from './console-readers.server.ts';

let database: TestDatabase;
let owner: HostAddress;
const warned: string[] = [];
const log = { warn: (event: string) => void warned.push(event) };
beforeAll(async () => {
  database = await createTestDatabase();
  if ('connectionString' in database.address) throw new Error('a test database is embedded');
  owner = database.address;
});
afterAll(() => database.close());

const urlOf = ({ user, password, host, port, database: name }: HostAddress): string =>
  `postgresql://${user}:${password}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;

test('the console reads the embedded server in a role of its own, which may not read a secret', async () => {
  const address = await consoleReadAddress({ readUrl: null, database: owner, owner }, log);
  expect(await roleOf(address)).toBe('matricula_console');
  const pool = createPool(address, { max: 1, isReadOnly: true });
  expect((await pool.query('select count(*)::int as count from staff_sessions')).rows).toEqual([{ count: 0 }]);
  await expect(pool.query('select token_hash from staff_sessions')).rejects.toThrow('permission denied');
  await expect(pool.query('select refresh_token from staff_sessions')).rejects.toThrow('permission denied');
  await pool.end();
});

test('the console reads an external database in the product’s role unless another address is given', async () => {
  const product = { connectionString: urlOf(owner) };
  expect(await consoleReadAddress({ readUrl: null, database: product, owner: product }, log)).toBe(product);
});

test('the role of another address gets the rights to read, and the product’s own keeps those that it has', async () => {
  const role = 'reader_of_one_address';
  await database.pool.query(`create role ${role} login password 'a-password'`);
  try {
    const readUrl = urlOf({ ...owner, user: role, password: 'a-password' });
    const address = await consoleReadAddress({ readUrl, database: owner, owner }, log);
    const pool = createPool(address, { max: 1, isReadOnly: true });
    expect((await pool.query('select count(*)::int as count from leads')).rows).toEqual([{ count: 0 }]);
    await expect(pool.query('select sealed from payout_details')).rejects.toThrow('permission denied');
    await pool.end();
  } finally {
    await database.pool.query(`drop owned by ${role}; drop role ${role}`);
  }
  await consoleReadAddress({ readUrl: urlOf(owner), database: owner, owner }, log);
  expect((await database.pool.query('select sealed from payout_details')).rows).toEqual([]);
});

test('an address that does not answer stops no start', async () => {
  const readUrl = urlOf({ ...owner, user: 'nobody_of_this_server' });
  expect(await consoleReadAddress({ readUrl, database: owner, owner }, log)).toEqual({ connectionString: readUrl });
  expect(warned).toEqual(['console-read-address-away']);
});
