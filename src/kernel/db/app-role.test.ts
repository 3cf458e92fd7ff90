import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '#src/kernel/log/log.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { secretColumns } from '#src/domain/database/index.server.ts';
import { grantReads, grantRights, ownRole, roleOf } from './app-role.server.ts';
import type { HostAddress } from './pool.server.ts';
import { startDatabase } from '../../platform/embedded-postgres/start-database.server.ts';

let database: TestDatabase;
let owner: HostAddress;
let app: HostAddress;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  if ('connectionString' in database.address) throw new Error('a test database is embedded');
  owner = database.address;
  // As with the queue: tables that exist before, and some that are created later.
  await database.pool.query(
    'create schema jobs; create table jobs.known (id int); create table jobs_of_nobody (id int)',
  );
  await database.pool.query('drop table jobs_of_nobody');
  app = await ownRole(owner);
  await grantRights(owner, app.user);
  await database.pool.query('create table jobs.later (id int); create table made_later (id int)');
  client = new pg.Client(app);
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.close();
});

/** Result of a statement as the product's role: `done`, or PostgreSQL's code. */
async function outcome(statement: string): Promise<string> {
  await client.query('begin');
  try {
    await client.query(statement);
    return 'done';
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
  } finally {
    await client.query('rollback');
  }
}
const denied = '42501';

describe('the role in which the product asks', () => {
  test.each(
    [
      'select count(*) from ledger_transfers',
      'select count(*) from orders for update of orders',
      `insert into reminder_opt_outs (brand, email_hash, at) values ('b', 'h', now())`,
      'update orders set received = received where false',
      'delete from checkout_sessions where false',
      'update audit_entries set disclosed = null where false',
      'select count(*) from audit_entries for no key update of audit_entries',
      'insert into jobs.known values (1)',
      'insert into jobs.later values (1)',
      'insert into made_later values (1)',
      `select pg_notify('order_changed', 'ord_1')`,
      'select pg_advisory_xact_lock(1)',
    ].map((one) => one.replace(/select count\(\*\) from (\w+) for (.*)/, 'select 1 from $1 where false for $2')),
  )('may %s', async (statement) => {
    expect(await outcome(statement)).toBe('done');
  });

  const kept = [
    ...['ledger_transfers', 'ledger_days', 'in_person_movements', 'in_person_events', 'subscription_events'],
    ...['audit_log', 'audit_log_days'],
  ];
  test.each([
    ...kept.flatMap((table) => [`delete from ${table}`, `truncate ${table}`]),
    ...['delete from audit_entries', `update audit_entries set body = ''`, 'truncate orders cascade'],
    ...['alter table ledger_transfers disable trigger all', 'drop trigger ledger_is_append_only on ledger_transfers'],
    ...['create table mine (id int)', 'drop table orders', 'create schema mine', 'create index on orders (total)'],
    ...[`update schema_migrations set hash = ''`, 'delete from schema_migrations', 'create extension hstore'],
    ...['create role other superuser', 'alter role matricula_app superuser', 'set session_replication_role = replica'],
    ...['select * from pg_authid', `copy orders to program 'cat'`, `select pg_read_file('/etc/passwd')`],
    ...[
      `select lo_import('/etc/passwd')`,
      'create or replace function refuse_change() returns trigger language sql as $$$$',
    ],
  ])('may not %s', async (statement) => {
    expect(await outcome(statement)).toBe(denied);
  });

  test.each(kept)('may not change a row of %s', async (table) => {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attidentity = '' and attgenerated = '' limit 1`,
      [table],
    );
    expect(await outcome(`update ${table} set ${rows[0]?.name} = ${rows[0]?.name}`)).toBe(denied);
  });

  test('owns nothing, and every table that is only added to is known', async () => {
    const { rows } = await client.query(
      `select relname from pg_class join pg_roles on pg_roles.oid = relowner where rolname = current_user`,
    );
    expect(rows).toEqual([]);
    const changeable = await client.query<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger
       where tgname like '%append_only%' and has_table_privilege(tgrelid, 'update, delete, truncate')`,
    );
    expect(changeable.rows).toEqual([]);
    const guarded = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_trigger where tgname like '%append_only%'`,
    );
    expect(guarded.rows[0]?.count).toBeGreaterThanOrEqual(kept.length + 1);
  });

  test('gets another password at each start', async () => {
    const again = await ownRole(owner);
    expect(again.password).not.toBe(app.password);
    await expect(roleOf(app)).rejects.toThrow(/password/);
    expect(await roleOf(again)).toBe(app.user);
  });
});

describe('the role in which the console reads', () => {
  let reader: pg.Client;
  const name = 'matricula_reader_of_one_test';
  beforeAll(async () => {
    const address = await ownRole(owner, name);
    // What it had before does not stay.
    await database.pool.query(
      `grant select (sealed), update on payout_details to ${name}; grant insert on leads to ${name}`,
    );
    await grantReads(owner, name, secretColumns);
    reader = new pg.Client(address);
    await reader.connect();
  });
  afterAll(async () => {
    await reader.end();
    await database.pool.query(`drop owned by ${name}; drop role ${name}`);
  });
  const asReader = async (statement: string): Promise<string> =>
    reader.query(statement).then(
      () => 'done',
      (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)),
    );

  test('reads each column of each table but those with secrets', async () => {
    const { rows } = await database.pool.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and c.relname not in ('schema_migrations', 'made_later')`,
    );
    const readable = await reader.query<{ table: string; column: string }>(
      `select wanted.table, wanted.column from unnest($1::text[], $2::text[]) as wanted("table", "column")
       where has_column_privilege(wanted.table, wanted.column, 'select')`,
      [rows.map(({ table }) => table), rows.map(({ column }) => column)],
    );
    const hidden: Readonly<Record<string, readonly string[]>> = secretColumns;
    const nameOf = (one: { readonly table: string; readonly column: string }): string => `${one.table}.${one.column}`;
    const shown = rows.filter(({ table, column }) => !hidden[table]?.includes(column));
    expect(shown.length).toBeLessThan(rows.length);
    expect(readable.rows.map(nameOf).toSorted()).toEqual(shown.map(nameOf).toSorted());
  });

  test.each([
    ...['select sealed from payout_details', 'select * from payment_profiles', 'select token_hash from staff_sessions'],
    ...['select bytes from export_chunks', 'select 1 from magic_links where token_hash is null'],
    ...['select * from schema_migrations', 'select * from jobs.known', 'update payout_details set hint = hint'],
    ...[`insert into leads select * from leads where false`, 'delete from exports', 'select 1 from orders for update'],
    'create table mine (id int)',
  ])('may not %s', async (statement) => expect(await asReader(statement)).toBe(denied));

  test('is granted nothing where the server does not know it', async () => {
    expect(await grantReads(owner, 'nobody_of_this_server', secretColumns)).toBe(false);
  });

  test('is told of each column whose name is that of a secret', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and table_name <> 'schema_migrations'
         and column_name ~ '(token|secret|sealed|hash|key|bytes)' order by 1`,
    );
    const hidden = new Set(
      Object.entries(secretColumns).flatMap(([table, all]) => all.map((one) => `${table}.${one}`)),
    );
    expect(rows.map(({ name: one }) => one).filter((one) => !hidden.has(one))).toEqual([
      // What proofs and evidence compare, and what a search compares with.
      ...['approved_instruments.instrument_key', 'attempt_events.fact_hash', 'attempts.sealed_request'],
      ...['attempts.single_use_hash', 'audit_entries.hash'],
      ...['audit_entries.previous_hash', 'audit_log.reason_hash', 'audit_log_days.hash', 'audit_log_days.key_id'],
      ...['audit_log_days.previous_hash', 'audit_log_days.sealed_at', 'card_attempts.instrument_key'],
      ...['checkout_sessions.browser_hash'],
      ...['consents.text_hash', 'contract_acceptances.text_hash', 'contracts.text_hash', 'dispute_responses.pack_hash'],
      // The number by which anybody looks a note up, and what is written on a receipt.
      ...['fiscal_notes.access_key', 'idempotency_keys.key', 'in_person_movements.proof_key', 'ledger_days.hash'],
      ...['ledger_days.key_id', 'ledger_days.previous_hash', 'ledger_days.sealed_at', 'points_links.token_expires_at'],
      ...['refund_parts.refund_key', 'sale_search.document_key', 'sale_search.email_key', 'sale_search.name_keys'],
      // Names and numbers of secrets, not the secrets.
      ...['sale_search.phone_end_key', 'sale_search.phone_key', 'search_numbers.key'],
      ...['staff_accounts.token_name', 'webhook_endpoints.secret_number'],
    ]);
  });
});

describe('DATABASE_OWNER_URL', () => {
  const urlOf = ({ user, password, host, port, database: name }: HostAddress): string =>
    `postgresql://${user}:${password}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  const start = (databaseUrl: string, databaseOwnerUrl: string) =>
    startDatabase({ databaseUrl, databaseOwnerUrl, dataDir: '/nowhere', dataDirIsDefault: true }, silentLog);

  test('owns and migrates, while the product asks in a role of its own', async () => {
    const own = await ownRole(owner);
    const started = await start(urlOf(own), urlOf(owner));
    if (!started.ok) throw new Error(started.error.message);
    expect([await roleOf(started.value.poolConfig), await roleOf(started.value.ownerConfig)]).toEqual([
      own.user,
      owner.user,
    ]);
  });

  test('is refused where both are one role, and where it leads nowhere', async () => {
    const one = await start(urlOf(owner), urlOf(owner));
    expect(one).toMatchObject({ ok: false, error: { message: expect.stringContaining('a role of its own') } });
    const none = await start(urlOf(owner), urlOf({ ...owner, password: 'secret-canary' }));
    expect(none).toMatchObject({ ok: false, error: { code: 'database-unreachable' } });
    expect(JSON.stringify(none)).not.toContain('canary');
  });
});
