import type pg from 'pg';

/** What deleted and changed rows leave behind slows the next test down: a database that has grown by so many bytes goes. */
const MOST_GROWTH = 2_000_000n;

/** Where each change of the structure is written down; statistics as well, which plans are chosen by. */
const CATALOGS = [
  ...['pg_class', 'pg_attribute', 'pg_constraint', 'pg_index', 'pg_trigger', 'pg_proc', 'pg_namespace', 'pg_type'],
  ...['pg_rewrite', 'pg_policy', 'pg_default_acl', 'pg_statistic'],
];

const STRUCTURE = `select concat_ws(' ', ${CATALOGS.map(
  (name) => `(select count(*) || '/' || max(xmin::text::bigint) from ${name})`,
).join(', ')}) as text`;

/** Whoever else is connected, a transaction that was left open, a lock that was not given back. */
const LEFT_OVER = `
  select (
    select count(*) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and (application_name <> current_setting('application_name') or state <> 'idle')
  ) + (
    select count(*) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
  ) as count`;

const SIZE = "select sum(pg_relation_size(oid))::bigint as size from pg_class where relkind in ('r', 'i')";

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as text from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`;

const SEQUENCES = `
  select format('setval(''%I.%I'', %s, false)', schemaname, sequencename, start_value) as text from pg_sequences`;

/** Empties a database for the next test; false where that is not possible, and it has to go. */
export type CleanDatabase = (client: pg.ClientBase) => Promise<boolean>;

/**
 * Looks at a fresh database, to be able to make it fresh again. One whose structure was changed (a trigger that fails once,
 * an index that is missing), or the rows that the migrations wrote, is told from one that was only used.
 */
export async function cleanerOf(client: pg.ClientBase): Promise<CleanDatabase> {
  const texts = async (name: string, text: string): Promise<readonly string[]> =>
    (await client.query<{ text: string }>({ name, text })).rows.map((row) => row.text);
  const tables = await texts('tables', TABLES);
  const seeded = await texts('filled', filledOf(tables));
  const others = tables.filter((table) => !seeded.includes(table));
  const sequences = await texts('sequences', SEQUENCES);
  const looks = `${STRUCTURE} union all ${seeded.map(contentOf).join(' union all ')}`;
  const fresh = await texts('looks', looks);
  const filled = filledOf(others);
  const restart = `select ${sequences.join(', ')}`;
  const size = await sizeOf(client);
  return async (again) => {
    const ask = async (name: string, text: string): Promise<readonly string[]> =>
      (await again.query<{ text: string }>({ name, text })).rows.map((row) => row.text);
    const { rows } = await again.query<{ count: bigint }>({ name: 'left_over', text: LEFT_OVER });
    if (rows[0]?.count !== 0n) return false;
    if ((await ask('looks', looks)).join() !== fresh.join()) return false;
    const dirty = await ask('filled_others', filled);
    if (dirty.length === 0) return true;
    // Neither the rules of append-only tables nor the order of references stands in the way of a replica.
    const deletes = dirty.map((table) => `delete from ${table}`);
    await again.query(
      ['begin', 'set local session_replication_role = replica', ...deletes, restart, 'commit'].join(';'),
    );
    return (await sizeOf(again)) - size <= MOST_GROWTH;
  };
}

async function sizeOf(client: pg.ClientBase): Promise<bigint> {
  const { rows } = await client.query<{ size: bigint }>({ name: 'size', text: SIZE });
  return rows[0]?.size ?? 0n;
}

function filledOf(tables: readonly string[]): string {
  return tables.map((table) => `(select '${table}' as text from ${table} limit 1)`).join(' union all ');
}

function contentOf(table: string): string {
  return `select md5(string_agg(t::text, ',' order by t::text)) from ${table} t`;
}
