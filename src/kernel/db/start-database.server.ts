import pg from 'pg';
import type { Env } from '../env/env.server.ts';
import type { Log } from '../log/log.server.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { DatabaseProblem } from './database-problem.server.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';
import type { DatabaseAddress } from './pool.server.ts';

export interface StartedDatabase {
  /** For `createPool` and `migrate`. */
  readonly poolConfig: DatabaseAddress;
  readonly kind: 'embedded' | 'external';
  /** Where the embedded server keeps its data; null for an external one. */
  readonly folder: string | null;
  /** Ends the embedded server (end the pools first); leaves an external one alone. */
  readonly stop: () => Promise<void>;
}

/**
 * The database that the environment asks for. `DATABASE_URL`: any PostgreSQL, which several copies of the product may
 * share. Without it: a PostgreSQL of the product's own in `DATA_DIR`, which belongs to one copy alone.
 */
export async function startDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir' | 'dataDirIsDefault'>,
  log: Log,
): Promise<Result<StartedDatabase, DatabaseProblem>> {
  if (env.databaseUrl !== null) return await reachExternal({ connectionString: env.databaseUrl });
  const began = performance.now();
  const started = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    dataDirIsDefault: env.dataDirIsDefault,
    say: (event, folder) => (event === 'database-lost' ? log.error(event, { folder }) : log.info(event, { folder })),
  });
  if (!started.ok) return started;
  const { address, folder, stop } = started.value;
  log.info('database-ready', { kind: 'embedded', folder, durationMs: Math.round(performance.now() - began) });
  return ok({ poolConfig: address, kind: 'embedded', folder, stop });
}

/** PostgreSQL 15 brought `nulls not distinct` and `merge`; older ones are not tried. */
const OLDEST_MAJOR = 15;

async function reachExternal(address: {
  readonly connectionString: string;
}): Promise<Result<StartedDatabase, DatabaseProblem>> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    );
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < OLDEST_MAJOR || rows[0]?.encoding !== 'UTF8') {
      return unreachable(
        `it is PostgreSQL ${major} with encoding ${rows[0]?.encoding}; ${OLDEST_MAJOR} or newer with UTF8 is needed`,
      );
    }
    return ok({ poolConfig: address, kind: 'external', folder: null, stop: () => Promise.resolve() });
  } catch (error) {
    return unreachable(error instanceof Error ? reasonOf(error) : String(error));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Several tries (IPv6, then IPv4) come as one error without a message of its own. */
function reasonOf(error: Error): string {
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join('; ');
}

function unreachable(reason: string): Result<never, DatabaseProblem> {
  return err({
    code: 'database-unreachable',
    message: `The database named in DATABASE_URL cannot be used: ${reason}.`,
  });
}
