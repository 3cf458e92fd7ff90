import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';

/**
 * What `pg_dump --data-only` and `pg_restore --disable-triggers` do, by the server itself, because the server that comes with the
 * product has neither program: the rows of each table as `COPY` writes them, read in one snapshot, and the values of sequences.
 * Both servers run on this machine and reach the folder; `COPY` to a file needs their superuser.
 */
export interface Dump {
  readonly folder: string;
  readonly tables: readonly string[];
  /** The last value of each sequence that gave one. */
  readonly sequences: ReadonlyMap<string, string>;
}

async function inTransaction<T>(pool: Pool, begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const done = await work(client);
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Writes every table of the database into an empty folder. */
export async function dump(from: Pool, folder: string): Promise<Dump> {
  mkdirSync(folder, { recursive: true });
  // As root, PostgreSQL runs as another user, who writes here.
  chmodSync(folder, 0o777);
  return inTransaction(from, 'begin isolation level repeatable read read only', async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    const tables = rows.map(({ name }) => name);
    for (const table of tables) await client.query(`copy ${table} to '${fileOf(folder, table)}'`);
    const sequences = await client.query<{ name: string; last: string | null }>(
      `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
    );
    const given = sequences.rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last] as const]));
    if (readdirSync(folder).length !== tables.length) throw new Error('A table was not written');
    return { folder, tables, sequences: new Map(given) };
  });
}

/** Puts the rows of a dump in the place of what the tables hold. The tables are those of the same migrations. */
export async function restore({ folder, tables, sequences }: Dump, into: Pool): Promise<void> {
  await inTransaction(into, 'begin', async (client) => {
    await client.query('set local statement_timeout = 0');
    // No trigger and no check of another table's key, as with pg_restore.
    await client.query('set local session_replication_role = replica');
    await client.query(`truncate ${tables.join(', ')}`);
    for (const table of tables) await client.query(`copy ${table} from '${fileOf(folder, table)}'`);
    for (const [name, last] of sequences) await client.query('select setval($1, $2)', [name, last]);
  });
}

const fileOf = (folder: string, table: string): string => path.join(folder, `${table}.copy`);
