import pg from 'pg';
import type { Log } from '../../kernel/log/log.server.ts';
import { err, ok, type Result } from '../../kernel/result/result.ts';
import type { DatabaseEnv } from '../../kernel/env/database-env.server.ts';
import { StartupError } from '../../kernel/env/startup-error.server.ts';
import { ownRole, roleOf } from '../../kernel/db/app-role.server.ts';
import { withoutRetry, type DatabaseRetry, reasonOf } from '../../kernel/db/database-retry.server.ts';
import type { DatabaseProblem } from './database-problem.server.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';
import type { DatabaseAddress } from '../../kernel/db/pool.server.ts';
import { usesTransactionPooling } from '../../kernel/db/pooler-mode.server.ts';
import { guardSession } from '../../kernel/db/writable-session.server.ts';

export interface StartedDatabase {
  /** For `createPool`: the product's role. */
  readonly poolConfig: DatabaseAddress;
  /** For `prepareDatabase`: the role that owns the tables; without a separate one, the same. */
  readonly ownerConfig: DatabaseAddress;
  readonly kind: 'embedded' | 'external';
  /** The embedded server's data folder; null for an external one. */
  readonly folder: string | null;
  /** Stops the embedded server (end the pools first); leaves an external one alone. */
  readonly stop: () => Promise<void>;
}

/**
 * The database of the environment. `DATABASE_URL`: any PostgreSQL, which several copies of the product may share;
 * `withDatabaseRetry` waits while it is unavailable. Without it: an embedded PostgreSQL in `DATA_DIR`, for one copy only.
 */
export async function startDatabase(
  env: DatabaseEnv,
  log: Log,
  withDatabaseRetry: DatabaseRetry = withoutRetry,
): Promise<Result<StartedDatabase, DatabaseProblem>> {
  const { databaseUrl, databaseOwnerUrl } = env;
  if (databaseUrl !== null) {
    const reached = await inWords('', () => withDatabaseRetry(() => reachExternal({ connectionString: databaseUrl })));
    if (!reached.ok || databaseOwnerUrl === null) return reached;
    const { value } = reached;
    return inWords('DATABASE_OWNER_URL does not reach it: ', () =>
      withDatabaseRetry(() => withOwner(value, databaseOwnerUrl)),
    );
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

/** The reason why a database cannot be used, as a value; the caller that waited reports a timeout itself. */
async function inWords<T>(
  about: string,
  reach: () => Promise<Result<T, DatabaseProblem>>,
): Promise<Result<T, DatabaseProblem>> {
  try {
    return await reach();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = reasonOf(error);
    const parameter = /unsupported startup parameter:? ?(\w*)/.exec(reason)?.[1];
    if (parameter === undefined) return unreachable(`${about}${reason}`);
    return unreachable(
      `${about}the pooler in front of it refuses the startup parameter ${parameter} of the address. ` +
        'Take it out of the address, or set it for the role in PostgreSQL (alter role … set …)',
    );
  }
}

/** The same database in its owner's role; one role for both is a mistake that would remove the owner's rights. */
async function withOwner(
  reached: StartedDatabase,
  connectionString: string,
): Promise<Result<StartedDatabase, DatabaseProblem>> {
  const ownerConfig = { connectionString };
  const [role, owner] = [await roleOf(reached.poolConfig), await roleOf(ownerConfig)];
  if (role === owner)
    return unreachable('it names the role of DATABASE_OWNER_URL: the product asks in a role of its own');
  return ok({ ...reached, ownerConfig });
}

/** PostgreSQL 15 added `nulls not distinct` and `merge`; older versions are refused. */
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
    if (await usesTransactionPooling(address)) {
      return unreachable(
        'a pooler in front of it shares sessions (PgBouncer with pool_mode = transaction or statement). ' +
          'Set pool_mode = session, or connect to PostgreSQL directly; DATABASE_OWNER_URL may go through either',
      );
    }
    const stop = () => Promise.resolve();
    return ok({ poolConfig: address, ownerConfig: address, kind: 'external', folder: null, stop });
  } finally {
    await client.end().catch(() => undefined);
  }
}

function unreachable(reason: string): Result<never, DatabaseProblem> {
  return err({
    code: 'database-unreachable',
    message: `The database named in DATABASE_URL cannot be used: ${reason}.`,
  });
}
