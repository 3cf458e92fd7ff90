import pg from 'pg';
import type { DatabaseAddress, HostAddress } from '../../kernel/db/pool.server.ts';
import type { ListenAddress } from './postmaster-file.server.ts';

/** Lock key of "one product on this data"; any fixed number without another use. */
const PRODUCT_LOCK = 7_206_250_102n;

/** A lock bound to its own connection: the end of its process releases it. */
export interface DatabaseLock {
  /** Releases it; `onLost` is not called then. */
  release(): Promise<void>;
}

/** Address of the maintenance database, which always exists. */
export function addressIn(
  database: string,
  listenAddress: ListenAddress,
  credentials: { readonly user: string; readonly password: string },
): HostAddress {
  return { host: listenAddress.host, port: listenAddress.port, ...credentials, database };
}

/** Whether a server answers at this address: 'wait' while it starts, recovers or stops. */
export async function probe(address: DatabaseAddress): Promise<'ready' | 'wait'> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'ready';
  } catch {
    return 'wait';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Takes the product's lock, waiting up to `waitMs` for an ending process to release it. Null when another process holds it.
 * `onLost` is called when the connection, and so the lock, is lost.
 */
export async function acquireProductLock(
  address: DatabaseAddress,
  options: { readonly waitMs: number; readonly onLost: () => void },
): Promise<DatabaseLock | null> {
  const client = new pg.Client({ ...address, keepAlive: true, application_name: 'matricula-lock' });
  let held = false;
  // An error is followed by the end of the connection, which is what counts.
  client.on('error', () => undefined);
  client.on('end', () => {
    if (held) options.onLost();
  });
  try {
    await client.connect();
    held = await tryLock(client, options.waitMs);
  } finally {
    if (!held) await client.end().catch(() => undefined);
  }
  if (!held) return null;
  return {
    async release() {
      held = false;
      await client.end().catch(() => undefined);
    },
  };
}

async function tryLock(client: pg.Client, waitMs: number): Promise<boolean> {
  for (const deadline = performance.now() + waitMs; ; await new Promise((resume) => setTimeout(resume, 50))) {
    const answer = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [PRODUCT_LOCK]);
    if (answer.rows[0]?.held === true) return true;
    if (performance.now() > deadline) return false;
  }
}

/** Creates a database unless the server has one of that name. */
export async function ensureDatabase(maintenance: DatabaseAddress, name: string): Promise<void> {
  const client = new pg.Client({ ...maintenance });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
