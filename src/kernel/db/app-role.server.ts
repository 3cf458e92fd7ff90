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

/** Creates the embedded server's role, or sets a new password. Returns the role's address. */
export async function ownRole(owner: HostAddress): Promise<HostAddress> {
  const password = randomBytes(24).toString('base64url');
  await asOwner(owner, async (client) => {
    const there = await client.query('select 1 from pg_roles where rolname = $1', [OWN_ROLE]);
    const verb = there.rowCount === 0 ? 'create' : 'alter';
    const limits = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
    await client.query(`${verb} role ${OWN_ROLE} ${limits} password ${pg.escapeLiteral(password)}`);
  });
  return { ...owner, user: OWN_ROLE, password };
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
