import pg from 'pg';
import type { Env } from '../env/env.server.ts';
import type { Log } from '../log/log.server.ts';
import { err, ok, type Result } from '../result/result.ts';
import { ownRole, roleOf } from './app-role.server.ts';
import type { DatabaseProblem } from './database-problem.server.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';
import type { DatabaseAddress } from './pool.server.ts';
import { guardSession } from './writable-session.server.ts';

export interface StartedDatabase {
  /** For `createPool`: the role in which the product asks. */
  readonly poolConfig: DatabaseAddress;
  /** For `migrate` and the queue: the role that owns the tables; where no other is named, the same. */
  readonly ownerConfig: DatabaseAddress;
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
  env: Pick<Env, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'dataDirIsDefault'>,
  log: Log,
): Promise<Result<StartedDatabase, DatabaseProblem>> {
  if (env.databaseUrl !== null) {
    const reached = await reachExternal({ connectionString: env.databaseUrl });
    return reached.ok && env.databaseOwnerUrl !== null ? await withOwner(reached.value, env.databaseOwnerUrl) : reached;
  }
  const began = performance.now();
  const started = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    dataDirIsDefault: env.dataDirIsDefault,
    say: (event, folder) => (event === 'database-lost' ? log.error(event, { folder }) : log.info(event, { folder })),
  });
  if (!started.ok) return started;
  const { address, folder, stop } = started.value;
  log.info('database-ready', { kind: 'embedded', folder, durationMs: Math.round(performance.now() - began) });
  return ok({ poolConfig: await ownRole(address), ownerConfig: address, kind: 'embedded', folder, stop });
}

/** The same database with who owns its tables; one role in both places is a mistake that would take the owner's rights. */
async function withOwner(
  reached: StartedDatabase,
  connectionString: string,
): Promise<Result<StartedDatabase, DatabaseProblem>> {
  const ownerConfig = { connectionString };
  try {
    const [role, owner] = [await roleOf(reached.poolConfig), await roleOf(ownerConfig)];
    if (role === owner)
      return unreachable('it names the role of DATABASE_OWNER_URL: the product asks in a role of its own');
    return ok({ ...reached, ownerConfig });
  } catch (error) {
    const reason = error instanceof Error ? reasonOf(error) : String(error);
    return unreachable(`DATABASE_OWNER_URL does not reach it: ${reason}`);
  }
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
    await guardSession(client);
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < OLDEST_MAJOR || rows[0]?.encoding !== 'UTF8') {
      return unreachable(
        `it is PostgreSQL ${major} with encoding ${rows[0]?.encoding}; ${OLDEST_MAJOR} or newer with UTF8 is needed`,
      );
    }
    const stop = () => Promise.resolve();
    return ok({ poolConfig: address, ownerConfig: address, kind: 'external', folder: null, stop });
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
