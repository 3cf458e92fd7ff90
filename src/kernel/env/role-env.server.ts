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
}

export function readServing(values: EnvValues, databaseUrl: string | null): ServingEnv {
  return { role: readRole(values, databaseUrl), trustedProxies: readTrustedProxies(values) };
}

/** Reads `ROLE`. Processes that share the work share a database, and the embedded one belongs to a single process. */
export function readRole(values: EnvValues, databaseUrl: string | null): Role {
  const role = values.choice('ROLE', ROLES, 'all');
  if (role !== 'all' && databaseUrl === null) values.refuse('DATABASE_URL', 'the database that all roles share');
  return role;
}
