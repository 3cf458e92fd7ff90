import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { err, ok, type Result } from '../result/result.ts';
import { isDatabaseUnavailable, isLockTimeout } from './database-unavailable.server.ts';
import { type MigrationFile, migrationsFolder, readMigrationFiles } from './migration-files.server.ts';
import { createKysely, createPool, type DatabaseAddress } from './pool.server.ts';
import { compareHistory, type History, type MigrationProblem, readHistory } from './schema-history.server.ts';

/** Lock key: one process at a time changes tables. Any fixed number without another use. */
const MIGRATION_LOCK = 7_206_250_101n;

/** How long one statement of a migration waits for a table lock: it fails rather than block the product. */
const LOCK_TIMEOUT_MS = 10_000;
const RETRY_MS = 50;
const WAIT_WORD_MS = 5_000;

export interface MigrateOptions {
  readonly folder?: string;
  /** How long a migration in another process is waited for, in milliseconds. */
  readonly waitMs?: number;
  /** Called as soon as the migration waits for another process, and again every five seconds. */
  readonly onWait?: () => void;
  /** Called after each migration that was applied. */
  readonly onApplied?: (name: string) => void;
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
  let nextWord = 0;
  try {
    for (;;) {
      const step = await applyNext(db, files.value).catch(refusal);
      if (step.kind === 'complete') return ok({ applied });
      if (step.kind === 'refused') return err(step.problem);
      if (step.kind === 'applied') {
        applied.push(step.name);
        options.onApplied?.(step.name);
      } else if (performance.now() > deadline) {
        return err({
          code: 'migration-busy',
          message: 'Another process has been changing the tables for minutes: look at it, then start again.',
        });
      } else {
        if (performance.now() >= nextWord) {
          options.onWait?.();
          nextWord = performance.now() + WAIT_WORD_MS;
        }
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
    const state = compareHistory(await readHistory(trx), files);
    if (!state.ok) return { kind: 'refused', problem: state.error };
    const next = files.find(({ name }) => name === state.value.missing[0]);
    if (next === undefined) return { kind: 'complete' };
    await sql`
      create table if not exists schema_migrations (
        number integer primary key,
        name text not null,
        hash text not null,
        applied_at timestamptz not null default now()
      )
    `.execute(trx);
    await sql`
      -- For databases of earlier versions, which did not record it.
      alter table schema_migrations add column if not exists breaks_before integer not null default 0
    `.execute(trx);
    return await applyOne(trx, next);
  });
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
  const breaksBefore = module.breaksBefore ?? 0;
  if (!Number.isInteger(breaksBefore) || breaksBefore < 0 || breaksBefore > file.number) {
    const message = `migrations/${file.name}.ts: breaksBefore is the number of a migration, at most its own.`;
    return { kind: 'refused', problem: { code: 'migration-misnamed', message } };
  }
  try {
    await module.up(trx);
    const { number, name, hash } = file;
    await trx
      .insertInto('schema_migrations')
      .values({ number, name, hash, applied_at: new Date(), breaks_before: breaksBefore })
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

/** What a migration's file exports. */
interface MigrationModule {
  up(db: Kysely<History>): Promise<void>;
  /**
   * The lowest number that the last migration of a version must have to work with this one; left out where every older
   * version does, because it only adds.
   */
  readonly breaksBefore?: number;
}

function hasUp(module: unknown): module is MigrationModule {
  return typeof module === 'object' && module !== null && 'up' in module && typeof module.up === 'function';
}
