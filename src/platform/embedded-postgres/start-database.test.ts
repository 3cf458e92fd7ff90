import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '#src/kernel/log/log.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createPool } from '../../kernel/db/pool.server.ts';
import { startDatabase } from './start-database.server.ts';

let database: TestDatabase;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  if ('connectionString' in database.address) throw new Error('a test database is embedded');
  const { host, port, user, password, database: name } = database.address;
  url = `postgresql://${user}:${password}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
}, 60_000);
afterAll(() => database.close());

function external(databaseUrl: string, owner: string | null = null) {
  return startDatabase(
    { databaseUrl, databaseOwnerUrl: owner, dataDir: '/nowhere', dataDirIsDefault: true },
    silentLog,
  );
}

describe('DATABASE_URL', () => {
  test('several copies of the product may use one database, and stopping one leaves it running', async () => {
    const [first, second] = await Promise.all([external(url), external(url)]);
    if (!first.ok || !second.ok) throw new Error('not reached');
    expect(first.value.kind).toBe('external');
    await first.value.stop();
    const pool = createPool(second.value.poolConfig, { max: 1 });
    expect((await pool.query('select 1::bigint as one')).rows).toEqual([{ one: 1n }]);
    await pool.end();
  });

  test.each([
    ['nobody listens', 'postgresql://app:secret-canary@127.0.0.1:1/x', /ECONNREFUSED/],
    ['the database does not exist', () => url.replace(/@\/[^?]+/, '@/not_there'), /does not exist/],
    ['the password is wrong', () => url.replace(/:[^:@/]+@/, ':secret-canary@'), /password/],
  ])('is refused in plain words when %s', async (_, address, words) => {
    const refused = await external(typeof address === 'string' ? address : address());
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'database-unreachable', message: expect.stringMatching(words) },
    });
    expect(JSON.stringify(refused)).not.toContain('canary');
  });
});
