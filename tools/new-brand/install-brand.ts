import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describeProblem } from '#src/branding/files/brand-problem.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type BuiltFile, writeFiles } from '../brands/brand-files.ts';
import { checkBrands, type BrandCheck } from '../check-brands.ts';

/**
 * Installs a brand in the brands' folder, whole or not at all: written beside it, checked together with the other brands,
 * and moved in one step. On a mistake the error lists all of them and nothing is left behind.
 */
export async function installBrand(
  folder: string,
  files: readonly BuiltFile[],
  where: BrandCheck,
): Promise<Result<string, readonly string[]>> {
  const target = path.join(where.brandsDir, folder);
  if (existsSync(target)) return err([`${target} exists already: a brand is never overwritten`]);
  const room = mkdtempSync(path.join(path.dirname(where.brandsDir), '.new-brand-'));
  try {
    writeFiles(path.join(room, folder), files);
    const problems = await checkBrands({ ...where, besides: room });
    const own = problems.filter(({ file }) => file === folder || file.startsWith(`${folder}/`));
    if (own.length > 0) return err(own.map(describeProblem));
    renameSync(path.join(room, folder), target);
    return ok(target);
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
