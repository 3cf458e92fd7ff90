import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '../result/result.ts';
import type { MigrationProblem } from './schema-history.server.ts';

/** A migration on disk. */
export interface MigrationFile {
  /** File name without `.ts`, e.g. '0001-checkout'. */
  readonly name: string;
  readonly number: number;
  readonly path: string;
  /** SHA-256 of its text with normalized line ends: a checkout on Windows has the same history. */
  readonly hash: string;
}

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

const FILE = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/;

/** The files `NNNN-name.ts` of a folder in order. Tests and names that do not begin with a digit are skipped. */
export async function readMigrationFiles(folder: string): Promise<Result<readonly MigrationFile[], MigrationProblem>> {
  const names = (await readdir(folder)).filter((name) => /^\d.*\.ts$/.test(name) && !name.endsWith('.test.ts')).sort();
  const files: MigrationFile[] = [];
  for (const fileName of names) {
    const number = Number(FILE.exec(fileName)?.[1]);
    const before = files.at(-1);
    if (Number.isNaN(number)) {
      return err({ code: 'migration-misnamed', message: `migrations/${fileName} is not named NNNN-some-words.ts.` });
    }
    if (before?.number === number) {
      return err({
        code: 'migration-misnamed',
        message: `migrations/${fileName} has the number of ${before.name}.ts: give the younger one the next number.`,
      });
    }
    const file = path.join(folder, fileName);
    const text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
    const hash = createHash('sha256').update(text).digest('hex');
    files.push({ name: fileName.slice(0, -'.ts'.length), number, path: file, hash });
  }
  return ok(files);
}
