import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { migrate } from './migrate.server.ts';
import { migrationsFolder } from './migration-files.server.ts';
import { readSchemaState } from './schema-history.server.ts';

let database: TestDatabase;
let folder: string;
let round = 0;

beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  round += 1;
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-migrations-'));
  await database.pool.query('drop table if exists schema_migrations');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A migration that runs one statement; `t` in it becomes a table name of this test. */
function file(name: string, statement: string, more = ''): void {
  const text = statement.replaceAll(' t ', ` t${round} `);
  writeFileSync(
    path.join(folder, name),
    `export async function up(db) { await db.executeQuery({ sql: ${JSON.stringify(text)}, parameters: [], query: { kind: 'RawNode' }, queryId: {} }); }\n${more}\n`,
  );
}

async function columns(): Promise<string[]> {
  const { rows } = await database.pool.query<{ column_name: string }>(
    'select column_name from information_schema.columns where table_name = $1 order by ordinal_position',
    [`t${round}`],
  );
  return rows.map((row) => row.column_name);
}

describe('migrations', () => {
  test('run in order, once', async () => {
    file('0002-second.ts', 'alter table t add column b int');
    file('0001-first.ts', 'create table t (a int)');
    expect(await migrate(database.address, { folder })).toEqual({
      ok: true,
      value: { applied: ['0001-first', '0002-second'] },
    });
    expect(await columns()).toEqual(['a', 'b']);
    expect(await migrate(database.address, { folder })).toEqual({ ok: true, value: { applied: [] } });
    file('0003-third.ts', 'alter table t add column c int');
    expect(await migrate(database.address, { folder })).toEqual({ ok: true, value: { applied: ['0003-third'] } });
  });

  test('run once when several processes start together', async () => {
    file('0001-first.ts', 'create table t (a int)');
    file('0002-second.ts', 'alter table t add column b int');
    const all = await Promise.all(Array.from({ length: 5 }, () => migrate(database.address, { folder })));
    // Each takes the next one as the lock comes free: the second may be an earlier process's.
    expect(all.flatMap((one) => (one.ok ? one.value.applied : [one.error.message])).toSorted()).toEqual([
      '0001-first',
      '0002-second',
    ]);
  });

  test('that fail leave nothing behind, and those before them stay', async () => {
    file('0001-first.ts', 'create table t (a int)');
    file('0002-second.ts', 'alter table t add column b int; insert into nowhere values (1)');
    const failed = await migrate(database.address, { folder });
    expect(failed).toMatchObject({ ok: false, error: { code: 'migration-failed' } });
    expect(failed.ok ? '' : failed.error.message).toMatch(/0002-second.*nowhere/);
    expect(await columns()).toEqual(['a']);
    file('0002-second.ts', 'alter table t add column b int');
    expect(await migrate(database.address, { folder })).toMatchObject({
      ok: true,
      value: { applied: ['0002-second'] },
    });
  });

  test('that were changed are refused by name', async () => {
    file('0001-first.ts', 'create table t (a int)');
    await migrate(database.address, { folder });
    file('0001-first.ts', 'create table t (a bigint)');
    const refused = await migrate(database.address, { folder });
    expect(refused).toMatchObject({ ok: false, error: { code: 'migration-changed' } });
    expect(refused.ok ? '' : refused.error.message).toContain('0001-first');
  });

  test('other line ends are no change', async () => {
    writeFileSync(path.join(folder, '0001-first.ts'), '// one\nexport async function up() {}\n');
    await migrate(database.address, { folder });
    writeFileSync(path.join(folder, '0001-first.ts'), '// one\r\nexport async function up() {}\r\n');
    expect(await migrate(database.address, { folder })).toEqual({ ok: true, value: { applied: [] } });
  });

  test.each([
    ['missing', '0001-first.ts', '0002-second.ts', 'migration-missing'],
    ['renamed', '0001-first.ts', '0001-other.ts', 'migration-missing'],
  ])('that are %s are refused', async (_, before, after, code) => {
    file(before, 'create table t (a int)');
    await migrate(database.address, { folder });
    rmSync(path.join(folder, before));
    file(after, 'create table t (a int)');
    expect(await migrate(database.address, { folder })).toMatchObject({ ok: false, error: { code } });
  });

  test('that come after a later one are refused', async () => {
    file('0001-first.ts', 'create table t (a int)');
    file('0003-third.ts', 'alter table t add column c int');
    await migrate(database.address, { folder });
    file('0002-late.ts', 'alter table t add column b int');
    expect(await migrate(database.address, { folder })).toMatchObject({ ok: false, error: { code: 'migration-late' } });
    expect(await columns()).toEqual(['a', 'c']);
  });

  test.each([
    ['a name without words', ['0001.ts']],
    ['capitals', ['0001-First.ts']],
    ['one number twice', ['0001-first.ts', '0001-second.ts']],
  ])('with %s are refused before anything runs', async (_, names) => {
    for (const name of names) file(name, 'create table t (a int)');
    expect(await migrate(database.address, { folder })).toMatchObject({
      ok: false,
      error: { code: 'migration-misnamed' },
    });
    expect(await columns()).toEqual([]);
  });

  /** An older version on a database to which the last file, of a newer version, was applied. */
  async function olderVersion(more: string): Promise<readonly unknown[]> {
    file('0001-first.ts', 'create table t (a int)');
    file('0002-second.ts', 'alter table t add column b int', more);
    await migrate(database.address, { folder });
    rmSync(path.join(folder, '0002-second.ts'));
    return [await readSchemaState(database.address, folder), await migrate(database.address, { folder })];
  }

  test.each([
    ['only added', ''],
    ['say that they break versions before the one at hand', 'export const breaksBefore = 1;'],
  ])('of a newer version that %s are known to an older one', async (_, more) => {
    expect(await olderVersion(more)).toEqual([
      { ok: true, value: { missing: [], newer: ['0002-second'] } },
      { ok: true, value: { applied: [] } },
    ]);
  });

  test('of a newer version that say that they break an older one are refused by it', async () => {
    const message: unknown = expect.stringMatching(/0002-second.*0002.*this version is 0001/);
    const refused = { ok: false, error: { code: 'migration-breaks', message } };
    expect(await olderVersion('export const breaksBefore = 2;')).toMatchObject([refused, refused]);
  });

  test('of a newer version are refused where nobody recorded with what they work', async () => {
    file('0001-first.ts', 'create table t (a int)');
    file('0002-second.ts', 'alter table t add column b int');
    await migrate(database.address, { folder });
    rmSync(path.join(folder, '0002-second.ts'));
    await database.pool.query('alter table schema_migrations drop column breaks_before');
    expect(await readSchemaState(database.address, folder)).toMatchObject({
      ok: false,
      error: { code: 'migration-missing' },
    });
  });

  test('recorded before versions were told which older ones work with them are taken over', async () => {
    file('0001-first.ts', 'create table t (a int)');
    await migrate(database.address, { folder });
    await database.pool.query('alter table schema_migrations drop column breaks_before');
    file('0002-second.ts', 'alter table t add column b int');
    expect(await readSchemaState(database.address, folder)).toEqual({
      ok: true,
      value: { missing: ['0002-second'], newer: [] },
    });
    await migrate(database.address, { folder });
    const { rows } = await database.pool.query('select number, breaks_before from schema_migrations order by number');
    expect(rows).toEqual([
      { number: 1, breaks_before: 0 },
      { number: 2, breaks_before: 0 },
    ]);
  });

  test.each(['0.5', '-1', '2', `'0001'`])('that break versions before %s are refused', async (number) => {
    file('0001-first.ts', 'create table t (a int)', `export const breaksBefore = ${number};`);
    expect(await migrate(database.address, { folder })).toMatchObject({
      ok: false,
      error: { code: 'migration-misnamed' },
    });
  });

  test('without up(db) are refused', async () => {
    writeFileSync(path.join(folder, '0001-first.ts'), 'export const down = 1;\n');
    expect(await migrate(database.address, { folder })).toMatchObject({
      ok: false,
      error: { code: 'migration-misnamed' },
    });
  });

  test('another process that takes too long is told', async () => {
    const blocker = await database.pool.connect();
    await blocker.query('select pg_advisory_lock(7206250101)');
    file('0001-first.ts', 'create table t (a int)');
    expect(await migrate(database.address, { folder, waitMs: 120 })).toMatchObject({
      ok: false,
      error: { code: 'migration-busy' },
    });
    await blocker.query('select pg_advisory_unlock(7206250101)');
    blocker.release();
    expect(await migrate(database.address, { folder })).toMatchObject({ ok: true });
  });

  test('of the product are named and numbered without gaps', async () => {
    const numbers = (await readdir(migrationsFolder))
      .filter((name) => /^\d{4}-.*\.ts$/.test(name))
      .map((name) => Number(name.slice(0, 4)));
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  });
});
