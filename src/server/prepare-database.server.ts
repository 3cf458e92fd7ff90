import { prepareJobQueue, readQueueState } from '#src/platform/job-queue/job-queue-schema.server.ts';
import { grantRights, roleOf } from '#src/kernel/db/app-role.server.ts';
import type { DatabaseRetry } from '#src/kernel/db/database-retry.server.ts';
import { migrate, type MigrateOptions } from '#src/kernel/db/migrate.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { mayMigrate, type MigrationProblem, readSchemaState } from '#src/kernel/db/schema-history.server.ts';
import { sqlState } from '#src/kernel/db/transaction.server.ts';
import { StartupError } from '#src/kernel/env/startup-error.server.ts';
import type { Log } from '#src/kernel/log/log.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';

/** The database in the product's role, and in the one that owns the tables; both may be one. */
interface Roles {
  readonly address: DatabaseAddress;
  readonly owner: DatabaseAddress;
}

/** What this version needs that the database lacks. */
interface MissingParts {
  /** Names of migrations. */
  readonly migrations: readonly string[];
  /** Names of migrations of a newer version, with which this one works. */
  readonly newer: readonly string[];
  readonly isQueueMissing: boolean;
}

/** Compares a database with this version, in whatever role of the product. Throws `StartupError` where it has no rights. */
export async function findMissingParts(address: DatabaseAddress): Promise<Result<MissingParts, MigrationProblem>> {
  return compare(address).catch((error: unknown) => {
    if (sqlState(error) === '42501') throw new StartupError(`The role of DATABASE_URL has no rights yet. ${remedy}`);
    throw error;
  });
}

async function compare(address: DatabaseAddress): Promise<Result<MissingParts, MigrationProblem>> {
  const state = await readSchemaState(address);
  if (!state.ok) return state;
  const { missing, newer } = state.value;
  return ok({ migrations: missing, newer, isQueueMissing: (await readQueueState(address)) === 'missing' });
}

/**
 * Brings tables and queue to this version, and gives the product's role its rights: in the owner's role, under the lock of
 * migrations. It is what `npm run migrate` does, and a start that owns the tables. Safe at any time.
 */
export async function prepareDatabase(
  { address, owner }: Roles,
  options: MigrateOptions = {},
): Promise<Result<null, MigrationProblem>> {
  const migrated = await migrate(owner, options);
  if (!migrated.ok) return err(migrated.error);
  await prepareJobQueue(owner);
  if (owner !== address) await grantRights(owner, await roleOf(address));
  return ok(null);
}

/**
 * The database as a start needs it: prepared by this process where its role owns the tables, and otherwise only compared.
 * Returns the owner's address, or null where this process has none. Throws `StartupError` with what to do.
 */
export async function ensureDatabase(
  roles: Roles,
  log: Log,
  withDatabaseRetry: DatabaseRetry,
): Promise<DatabaseAddress | null> {
  const { address, owner } = roles;
  const isOwner = owner !== address || (await withDatabaseRetry(() => mayMigrate(owner)));
  if (isOwner) {
    const onWait = () => log.warn('migration-waiting');
    const onApplied = (migration: string) => log.info('migration-applied', { migration });
    const prepared = await withDatabaseRetry(() => prepareDatabase(roles, { onWait, onApplied }));
    if (!prepared.ok) throw new StartupError(prepared.error.message);
  }
  const found = await withDatabaseRetry(() => findMissingParts(address));
  if (!found.ok) throw new StartupError(found.error.message);
  const lacking = describeMissing(found.value);
  if (lacking.length > 0)
    throw new StartupError(`The database is behind this version: ${lacking.join(', ')}. ${remedy}`);
  const { newer } = found.value;
  if (newer.length > 0) log.info('database-newer', { count: newer.length, migration: newer.at(-1) });
  return isOwner ? owner : null;
}

/** More missing migrations than this are told by their number. */
const MOST_NAMES = 5;
const remedy =
  'Run npm run migrate with DATABASE_OWNER_URL, the role that owns the tables, then start again: this process has no right to.';

/** The missing parts in words, each on its own; none where nothing is missing. */
export function describeMissing({ migrations, isQueueMissing }: MissingParts): readonly string[] {
  const many = `${migrations.length} migrations, ${migrations[0]} to ${migrations.at(-1)}`;
  const names = migrations.length > MOST_NAMES ? [many] : migrations.map((name) => `migration ${name}`);
  return [...names, ...(isQueueMissing ? ['the tables of the queue'] : [])];
}
