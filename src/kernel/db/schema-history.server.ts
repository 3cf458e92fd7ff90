import { type Kysely, sql } from 'kysely';
import { err, ok, type Result } from '../result/result.ts';
import { type MigrationFile, migrationsFolder, readMigrationFiles } from './migration-files.server.ts';
import { createKysely, createPool, type DatabaseAddress } from './pool.server.ts';

/** Why the database's history and the files differ; `message` is for the operator. */
export interface MigrationProblem {
  readonly code:
    | 'migration-misnamed'
    | 'migration-changed'
    | 'migration-missing'
    | 'migration-breaks'
    | 'migration-late'
    | 'migration-failed'
    | 'migration-busy';
  readonly message: string;
}

/** An applied migration, as the database keeps it. */
interface HistoryRow {
  number: number;
  name: string;
  hash: string;
  /**
   * Versions of the product whose last migration has a lower number do not work with this one; 0: all do. A version that does
   * not know the file reads it here. Null: recorded before the column existed.
   */
  breaks_before: number | null;
}

export interface History {
  schema_migrations: HistoryRow & { applied_at: Date };
}

/** A database compared with the files of this version. */
interface SchemaState {
  /** Migrations that were not applied yet, in their order. */
  readonly missing: readonly string[];
  /** Migrations of a newer version, with which this one works. */
  readonly newer: readonly string[];
}

/** The history of a database; empty where nothing was ever applied. */
export async function readHistory(db: Kysely<History>): Promise<readonly HistoryRow[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('schema_migrations') is not null as "isThere"
  `.execute(db);
  if (rows[0]?.isThere !== true) return [];
  // Through JSON, because the column may not exist yet.
  const history = await sql<HistoryRow>`
    select number, name, hash, (to_jsonb(one) ->> 'breaks_before')::integer as breaks_before
    from schema_migrations as one order by number
  `.execute(db);
  return history.rows;
}

/** Compares the history with the files; a problem where they contradict each other, or this version is too old. */
export function compareHistory(
  history: readonly HistoryRow[],
  files: readonly Pick<MigrationFile, 'number' | 'name' | 'hash'>[],
): Result<SchemaState, MigrationProblem> {
  const byNumber = new Map(files.map((file) => [file.number, file]));
  const latest = files.at(-1)?.number ?? 0;
  const newer: string[] = [];
  for (const row of history) {
    const file = byNumber.get(row.number);
    if (file === undefined && row.number > latest && row.breaks_before !== null) {
      if (row.breaks_before > latest) return err(tooOld(row, latest));
      newer.push(row.name);
    } else if (file === undefined || file.name !== row.name) {
      return problem(
        'migration-missing',
        `The database has the migration ${row.name}, which is not among the files: it was made by another version of the product. Start that version, or a newer one.`,
      );
    } else if (file.hash !== row.hash) {
      return problem(
        'migration-changed',
        `migrations/${file.name}.ts is not what this database was built with. Restore the file and put the change into a new one; a trial database may be thrown away instead.`,
      );
    }
  }
  const last = history.at(-1)?.number ?? 0;
  const applied = new Set(history.map((row) => row.number));
  const missing = files.filter((file) => !applied.has(file.number));
  const late = missing.find((file) => file.number < last);
  if (late === undefined) return ok({ missing: missing.map(({ name }) => name), newer });
  return problem(
    'migration-late',
    `migrations/${late.name}.ts has a lower number than one that was already applied: give it the next number.`,
  );
}

function tooOld({ name, breaks_before: oldest }: HistoryRow, latest: number): MigrationProblem {
  const message =
    `The database has the migration ${name}, with which no version works that does not know migration ${numberOf(oldest)}; ` +
    `the last one of this version is ${numberOf(latest)}. Start a newer version.`;
  return { code: 'migration-breaks', message };
}

function numberOf(number: number | null): string {
  return String(number ?? 0).padStart(4, '0');
}

function problem(code: MigrationProblem['code'], message: string): Result<never, MigrationProblem> {
  return err({ code, message });
}

/** Compares a database with the files of this version. Reads only: any role of the product may. */
export async function readSchemaState(
  address: DatabaseAddress,
  folder = migrationsFolder,
): Promise<Result<SchemaState, MigrationProblem>> {
  const files = await readMigrationFiles(folder);
  return files.ok ? withUnnamed(address, async (db) => compareHistory(await readHistory(db), files.value)) : files;
}

/** Whether the role of an address may change the tables: it owns them, or may create the first ones. */
export async function mayMigrate(address: DatabaseAddress): Promise<boolean> {
  return withUnnamed(address, async (db) => {
    const { rows } = await sql<{ may: boolean }>`
      select coalesce(
        (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('schema_migrations')),
        has_schema_privilege('public', 'create')
      ) as may
    `.execute(db);
    return rows[0]?.may === true;
  });
}

/** A connection whose statements have no names, which a pooler may share. */
async function withUnnamed<T>(address: DatabaseAddress, work: (db: Kysely<History>) => Promise<T>): Promise<T> {
  const pool = createPool(address, { max: 1, isShared: true });
  try {
    return await work(createKysely<History>(pool, { isNamed: false }));
  } finally {
    await pool.end();
  }
}
