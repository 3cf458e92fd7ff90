import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabaseAddress, HostAddress } from './pool.server.ts';

/** The product's role on the embedded server; its password is new at each start. */
const OWN_ROLE = 'matricula_app';
/** Lock key: one process at a time grants rights. Any fixed number without another use. */
const RIGHTS_LOCK = 7_206_250_105n;
const schemas = ['public', 'jobs'] as const;

/**
 * Grants a role the least rights that the product needs: it reads and writes rows, owns and creates no table, and cannot
 * change or delete append-only rows (tables whose trigger refuses it) or the history of migrations. `owner` is the role
 * that migrated. Call it after the migrations and after the queue has created its tables.
 */
export async function grantRights(owner: DatabaseAddress, role: string): Promise<void> {
  await asOwner(owner, async (client) => {
    const to = pg.escapeIdentifier(role);
    for (const schema of schemas) {
      const known = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
      if (known.rowCount === 0) continue;
      await client.query(`
        grant usage on schema ${schema} to ${to};
        grant select, insert, update, delete on all tables in schema ${schema} to ${to};
        grant usage, select on all sequences in schema ${schema} to ${to};
        alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${to};
        alter default privileges in schema ${schema} grant usage, select on sequences to ${to}`);
    }
    const { rows } = await client.query<{ name: string }>(
      `select distinct c.oid::regclass::text as name from pg_trigger t
       join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where p.proname in ('refuse_change', 'protect_audit_entry')`,
    );
    for (const { name } of [...rows, { name: 'schema_migrations' }])
      await client.query(`revoke update, delete on ${name} from ${to}`);
    // Erasure removes the personal part, which the triggers allow; the rows themselves stay.
    await client.query(`grant update (disclosed) on audit_entries to ${to};
      grant update (proof) on in_person_movements to ${to};
      grant update (reason) on audit_log to ${to};
      grant update (text) on sale_notes to ${to};
      revoke insert on schema_migrations from ${to}`);
  });
}

/** Columns that are left out, by table. */
export type HiddenColumns = Readonly<Record<string, readonly string[]>>;

/**
 * Lets a role read the rows of the product's own schema, and nothing else: without the hidden columns, and without any other
 * right that it had on these tables. Call it after the migrations. False where the server has no such role: its rights are
 * then somebody else's affair, as on a copy of the database on another server.
 */
export async function grantReads(owner: DatabaseAddress, role: string, hidden: HiddenColumns): Promise<boolean> {
  let isThere = false;
  await asOwner(owner, async (client) => {
    isThere = await isRole(client, role);
    if (!isThere) return;
    const { rows } = await client.query<{ name: string; columns: string[] }>(
      `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
       group by 1`,
    );
    const to = pg.escapeIdentifier(role);
    await client.query(`revoke all on all tables in schema public from ${to}; grant usage on schema public to ${to}`);
    for (const { name, columns } of rows) {
      const shown = columns.filter((column) => !hidden[name]?.includes(column)).map((one) => pg.escapeIdentifier(one));
      // A right to the whole table would hold for its hidden columns as well.
      const which = shown.length === columns.length ? '' : `(${shown.join(', ')})`;
      if (shown.length > 0) await client.query(`grant select ${which} on public.${pg.escapeIdentifier(name)} to ${to}`);
    }
  });
  return isThere;
}

/** Creates a role on the embedded server, or sets a new password. Returns the role's address. */
export async function ownRole(owner: HostAddress, name: string = OWN_ROLE): Promise<HostAddress> {
  const password = randomBytes(24).toString('base64url');
  await asOwner(owner, async (client) => {
    const verb = (await isRole(client, name)) ? 'alter' : 'create';
    const limits = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
    const role = pg.escapeIdentifier(name);
    await client.query(`${verb} role ${role} ${limits} password ${pg.escapeLiteral(password)}`);
  });
  return { ...owner, user: name, password };
}

async function isRole(client: pg.Client, name: string): Promise<boolean> {
  return (await client.query('select 1 from pg_roles where rolname = $1', [name])).rowCount === 1;
}

/** The role of an address. */
export async function roleOf(address: DatabaseAddress): Promise<string> {
  const client = clientOf(address);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('select current_user::text as role');
    return rows[0]?.role ?? '';
  } finally {
    await client.end();
  }
}

/** A cut connection fails its query, and emits an event that would end the process without a listener. */
function clientOf(address: DatabaseAddress): pg.Client {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  return client;
}

async function asOwner(owner: DatabaseAddress, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = clientOf(owner);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [RIGHTS_LOCK]);
    await work(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
