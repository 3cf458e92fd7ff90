import { startServerOnFolder } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { startDatabase } from '#src/platform/embedded-postgres/start-database.server.ts';
import type { DatabaseEnv } from '#src/kernel/env/database-env.server.ts';
import { createLog } from '#src/kernel/log/log.server.ts';

export interface DatabaseConnection {
  readonly address: DatabaseAddress;
  readonly leave: () => Promise<void>;
}

/** Opens the database that the environment names, beside a running product or alone; an error sentence when there is none. */
export async function reachDatabase(env: DatabaseEnv): Promise<DatabaseConnection | string> {
  const own = await startDatabase(env, createLog({ level: 'error' }));
  if (own.ok) return { address: own.value.ownerConfig, leave: own.value.stop };
  if (env.databaseUrl !== null) return own.error.message;
  const running = await startServerOnFolder(env);
  if (!running.ok) return running.error.message;
  return { address: { ...running.value.maintenance, database: 'matricula' }, leave: () => Promise.resolve() };
}
