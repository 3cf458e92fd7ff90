import path from 'node:path';
import type { EnvValues } from './env-values.server.ts';

/** Where the database is, and in which roles it is reached. */
export interface DatabaseEnv {
  /** Null: the embedded one in `dataDir`. */
  readonly databaseUrl: string | null;
  /** `databaseUrl` in the role that owns its tables; null: one role for everything, or a process that only uses them. */
  readonly databaseOwnerUrl: string | null;
  /** Absolute. */
  readonly dataDir: string;
  readonly dataDirIsDefault: boolean;
}

const schemes = ['postgres', 'postgresql'];

/** Reads `DATABASE_URL`, `DATABASE_OWNER_URL` (which requires the database whose tables it owns) and `DATA_DIR`. */
export function readDatabase(values: EnvValues): DatabaseEnv {
  const databaseUrl = values.address('DATABASE_URL', schemes, null);
  const databaseOwnerUrl = values.address('DATABASE_OWNER_URL', schemes, null);
  if (databaseOwnerUrl !== null && databaseUrl === null)
    values.refuse('DATABASE_URL', 'the same database in the product’s own role');
  const dataDir = path.resolve(values.text('DATA_DIR') ?? 'data');
  return { databaseUrl, databaseOwnerUrl, dataDir, dataDirIsDefault: values.text('DATA_DIR') === null };
}

/** Reads `CONSOLE_READ_URL`; null: the console reads the product's own database. */
export function readConsoleReadUrl(values: EnvValues): string | null {
  return values.address('CONSOLE_READ_URL', schemes, null);
}
