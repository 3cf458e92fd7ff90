import type { EnvValues } from './env-values.server.ts';
import { readTrustedProxies } from './proxies-env.server.ts';

const ROLES = ['all', 'app', 'worker'] as const;
/** What this process does of the product: `app` serves buyers, `worker` does what comes later, `all` both. */
export type Role = (typeof ROLES)[number];

/** What this process serves, and who may stand before it. */
export interface ServingEnv {
  readonly role: Role;
  /** Addresses and networks of proxies that may say whose request they pass on. */
  readonly trustedProxies: readonly string[];
  /** Connections of visitors that each of this process's two servers holds at once; more are closed as they come. */
  readonly maxConnections: number;
  /** `databaseUrl` in the role that owns its tables; null: one role does everything. */
  readonly databaseOwnerUrl: string | null;
}

export function readServing(values: EnvValues, databaseUrl: string | null): ServingEnv {
  return {
    role: readRole(values, databaseUrl),
    trustedProxies: readTrustedProxies(values),
    maxConnections: readMaxConnections(values),
    databaseOwnerUrl: readDatabaseOwner(values, databaseUrl),
  };
}

/** Reads `ROLE`. Processes that share the work share a database, and the embedded one belongs to a single process. */
export function readRole(values: EnvValues, databaseUrl: string | null): Role {
  const role = values.choice('ROLE', ROLES, 'all');
  if (role !== 'all' && databaseUrl === null) values.refuse('DATABASE_URL', 'the database that all roles share');
  return role;
}

/** Reads `MAX_CONNECTIONS`. */
function readMaxConnections(values: EnvValues): number {
  const text = values.text('MAX_CONNECTIONS') ?? '5000';
  const most = /^\d{2,6}$/.test(text) ? Number(text) : 0;
  if (most < 100 || most > 100_000) values.refuse('MAX_CONNECTIONS', 'a number between 100 and 100000');
  return most;
}

/** Reads `DATABASE_OWNER_URL`, which says nothing without the database of which it owns the tables. */
function readDatabaseOwner(values: EnvValues, databaseUrl: string | null): string | null {
  const owner = values.address('DATABASE_OWNER_URL', ['postgres', 'postgresql'], null);
  if (owner !== null && databaseUrl === null)
    values.refuse('DATABASE_URL', 'the same database in the product’s own role');
  return owner;
}
