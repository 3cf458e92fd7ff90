import type { EnvValues } from './env-values.server.ts';

const ROLES = ['all', 'app', 'worker'] as const;
/** What this process does of the product: `app` serves buyers, `worker` does what comes later, `all` both. */
export type Role = (typeof ROLES)[number];

/** Reads `ROLE`. Processes that share the work share a database, and the embedded one belongs to a single process. */
export function readRole(values: EnvValues, databaseUrl: string | null): Role {
  const role = values.choice('ROLE', ROLES, 'all');
  if (role !== 'all' && databaseUrl === null) values.refuse('DATABASE_URL', 'the database that all roles share');
  return role;
}
