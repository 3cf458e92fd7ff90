import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { err, ok, type Result } from '../result/result.ts';
import { isDatabaseAway, isLocked } from './database-away.server.ts';
import { type MigrationFile, migrationsFolder, readMigrationFiles } from './migration-files.server.ts';
import { createKysely, createPool, type DatabaseAddress } from './pool.server.ts';

/** Why the database's history and the files do not agree; `message` is for whoever starts the product. */
export interface MigrationProblem {
  readonly code:
    | 'migration-misnamed'
    | 'migration-changed'
    | 'migration-missing'
    | 'migration-late'
    | 'migration-failed'
    | 'migration-busy';
  readonly message: string;
}

interface HistoryRow {
  number: number;
  name: string;
  hash: string;
  applied_at: Date;
}
interface History {
  schema_migrations: HistoryRow;
}

/** Names the lock that lets one process at a time change tables; any fixed number that nothing else uses. */
const MIGRATION_LOCK = 7_206_250_101n;

/**
 * Brings a database up to the files in `migrations/`: each in a transaction of its own, in order, recorded with its
 * hash, one process at a time. Refuses a history that differs from the files. Gives the names of those newly applied.
 */
export async function migrate(
  address: DatabaseAddress,
  options: { readonly folder?: string; readonly waitMs?: number } = {},
): Promise<Result<{ readonly applied: readonly string[] }, MigrationProblem>> {
  const files = await readMigrationFiles(options.folder ?? migrationsFolder);
  if (!files.ok) return files;
  const pool = createPool(address, {
    max: 1,
    statementTimeoutMs: 0,
    lockTimeoutMs: 10_000,
    idleInTransactionTimeoutMs: 0,
  });
  try {
    return await createKysely<History>(pool)
      .connection()
      .execute(async (db) => {
        if (!(await lock(db, options.waitMs ?? 300_000))) {
          return err({
            code: 'migration-busy',
            message: 'Another process has been changing the tables for minutes: look at it, then start again.',
          });
        }
        return await applyMissing(db, files.value);
      });
  } finally {
    // Ending the connection gives the lock back, whatever happened.
    await pool.end();
  }
}

async function lock(db: Kysely<History>, waitMs: number): Promise<boolean> {
  for (const deadline = performance.now() + waitMs; ;) {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as held`.execute(db);
    if (rows[0]?.held === true) return true;
    if (performance.now() > deadline) return false;
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

async function applyMissing(
  db: Kysely<History>,
  files: readonly MigrationFile[],
): Promise<Result<{ readonly applied: readonly string[] }, MigrationProblem>> {
  await sql`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      hash text not null,
      applied_at timestamptz not null default now()
    )
  `.execute(db);
  const history = await db.selectFrom('schema_migrations').selectAll().orderBy('number').execute();
  const problem = compareHistory(history, files);
  if (problem !== null) return err(problem);
  const applied: string[] = [];
  for (const file of files.slice(history.length)) {
    const failure = await applyOne(db, file);
    if (failure !== null) return err(failure);
    applied.push(file.name);
  }
  return ok({ applied });
}

/** What is wrong between the recorded history and the files, if anything. */
export function compareHistory(
  history: readonly Pick<HistoryRow, 'number' | 'name' | 'hash'>[],
  files: readonly Pick<MigrationFile, 'number' | 'name' | 'hash'>[],
): MigrationProblem | null {
  const byNumber = new Map(files.map((file) => [file.number, file]));
  for (const row of history) {
    const file = byNumber.get(row.number);
    if (file === undefined || file.name !== row.name) {
      return {
        code: 'migration-missing',
        message: `The database has the migration ${row.name}, which is not among the files: it was made by another version of the product. Start that version, or a newer one.`,
      };
    }
    if (file.hash !== row.hash) {
      return {
        code: 'migration-changed',
        message: `migrations/${file.name}.ts is not what this database was built with. Restore the file and put the change into a new one; a trial database may be thrown away instead.`,
      };
    }
  }
  const last = history.at(-1)?.number ?? 0;
  const applied = new Set(history.map((row) => row.number));
  const late = files.find((file) => file.number < last && !applied.has(file.number));
  if (late === undefined) return null;
  return {
    code: 'migration-late',
    message: `migrations/${late.name}.ts has a lower number than one that was already applied: give it the next number.`,
  };
}

async function applyOne(db: Kysely<History>, file: MigrationFile): Promise<MigrationProblem | null> {
  // With the hash in its address, because a module is loaded once per address and the file may have been mended.
  const module: unknown = await import(/* @vite-ignore */ `${pathToFileURL(file.path).href}?${file.hash}`);
  if (!hasUp(module)) {
    return { code: 'migration-misnamed', message: `migrations/${file.name}.ts exports no function up(db).` };
  }
  try {
    await db.transaction().execute(async (trx) => {
      await module.up(trx);
      await trx
        .insertInto('schema_migrations')
        .values({ number: file.number, name: file.name, hash: file.hash, applied_at: new Date() })
        .execute();
    });
    return null;
  } catch (error) {
    // The file is not to blame: whether it was applied is seen in the history.
    if (isDatabaseAway(error) && !isLocked(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { code: 'migration-failed', message: `migrations/${file.name}.ts failed and was rolled back: ${reason}` };
  }
}

function hasUp(module: unknown): module is { up(db: Kysely<History>): Promise<void> } {
  return typeof module === 'object' && module !== null && 'up' in module && typeof module.up === 'function';
}
