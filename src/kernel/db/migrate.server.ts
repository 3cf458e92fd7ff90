import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { err, ok, type Result } from '../result/result.ts';
import { isDatabaseUnavailable, isLockTimeout } from './database-unavailable.server.ts';
import { type MigrationFile, migrationsFolder, readMigrationFiles } from './migration-files.server.ts';
import { createKysely, createPool, type DatabaseAddress } from './pool.server.ts';

/** Why the database's history and the files differ; `message` is for the operator. */
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

/** Lock key: one process at a time changes tables. Any fixed number without another use. */
const MIGRATION_LOCK = 7_206_250_101n;

/** How long one statement of a migration waits for a table lock: it fails rather than block the product. */
const LOCK_TIMEOUT_MS = 10_000;
const RETRY_MS = 50;

interface MigrateOptions {
  readonly folder?: string;
  /** How long a migration in another process is waited for, in milliseconds. */
  readonly waitMs?: number;
  /** Called once, as soon as the migration waits for another process. */
  readonly onWait?: () => void;
}

/** Result of one transaction: a migration was applied, none is missing, another process migrates, or it was refused. */
type Step =
  | { readonly kind: 'applied'; readonly name: string }
  | { readonly kind: 'complete' | 'busy' }
  | { readonly kind: 'refused'; readonly problem: MigrationProblem };

/**
 * Applies the files in `migrations/`: each in a transaction of its own, in order, recorded with its hash, one process at a
 * time. Refuses a history that differs from the files. Returns the names of the migrations that it applied.
 *
 * Nothing outlives its transaction, neither the lock nor limits nor statement names: a pooler reuses the server connection,
 * where later starts would wait for a session lock and find their statement names in use.
 */
export async function migrate(
  address: DatabaseAddress,
  options: MigrateOptions = {},
): Promise<Result<{ readonly applied: readonly string[] }, MigrationProblem>> {
  const files = await readMigrationFiles(options.folder ?? migrationsFolder);
  if (!files.ok) return files;
  const pool = createPool(address, { max: 1, statementTimeoutMs: 0, isShared: true });
  const db = createKysely<History>(pool, { isNamed: false });
  const applied: string[] = [];
  const deadline = performance.now() + (options.waitMs ?? 300_000);
  let isWaiting = false;
  try {
    for (;;) {
      const step = await applyNext(db, files.value).catch(refusal);
      if (step.kind === 'complete') return ok({ applied });
      if (step.kind === 'refused') return err(step.problem);
      if (step.kind === 'applied') applied.push(step.name);
      else if (performance.now() > deadline) {
        return err({
          code: 'migration-busy',
          message: 'Another process has been changing the tables for minutes: look at it, then start again.',
        });
      } else {
        if (!isWaiting) options.onWait?.();
        isWaiting = true;
        await sleep(RETRY_MS);
      }
    }
  } finally {
    await pool.end();
  }
}

function refusal(error: unknown): Step {
  if (error instanceof MigrationFailed) return { kind: 'refused', problem: error.problem };
  throw error;
}

async function applyNext(db: Kysely<History>, files: readonly MigrationFile[]): Promise<Step> {
  return await db.transaction().execute(async (trx): Promise<Step> => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as held,
        -- For this transaction: a pooler may give each one another session.
        set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true), set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)
    `.execute(trx);
    if (rows[0]?.held !== true) return { kind: 'busy' };
    await sql`
      create table if not exists schema_migrations (
        number integer primary key,
        name text not null,
        hash text not null,
        applied_at timestamptz not null default now()
      )
    `.execute(trx);
    const history = await trx.selectFrom('schema_migrations').selectAll().orderBy('number').execute();
    const problem = compareHistory(history, files);
    if (problem !== null) return { kind: 'refused', problem };
    const next = files[history.length];
    return next === undefined ? { kind: 'complete' } : await applyOne(trx, next);
  });
}

/** The difference between the recorded history and the files, if any. */
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

/** Thrown inside the transaction, so that it is rolled back. */
class MigrationFailed extends Error {
  readonly problem: MigrationProblem;

  constructor(problem: MigrationProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

async function applyOne(trx: Kysely<History>, file: MigrationFile): Promise<Step> {
  // With the hash in its address, because a module is loaded once per address and the file may have been corrected.
  const module: unknown = await import(/* @vite-ignore */ `${pathToFileURL(file.path).href}?${file.hash}`);
  if (!hasUp(module)) {
    const message = `migrations/${file.name}.ts exports no function up(db).`;
    return { kind: 'refused', problem: { code: 'migration-misnamed', message } };
  }
  try {
    await module.up(trx);
    await trx
      .insertInto('schema_migrations')
      .values({ number: file.number, name: file.name, hash: file.hash, applied_at: new Date() })
      .execute();
    return { kind: 'applied', name: file.name };
  } catch (error) {
    // The file is not at fault: the history shows whether it was applied.
    if (isDatabaseUnavailable(error) && !isLockTimeout(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `migrations/${file.name}.ts failed and was rolled back: ${reason}`;
    throw new MigrationFailed({ code: 'migration-failed', message });
  }
}

function hasUp(module: unknown): module is { up(db: Kysely<History>): Promise<void> } {
  return typeof module === 'object' && module !== null && 'up' in module && typeof module.up === 'function';
}
