import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrandSource, readBrandSources } from '#src/branding/files/brand-folder.server.ts';
import { type BrandProblem, describeProblem } from '#src/branding/files/brand-problem.ts';

/** A file that a build makes; `path` is relative to the build's folder, with `/`. */
export interface BuiltFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** The project, when a tool is not told another. */
export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Reads `brands/` below a project and hands it to `make`; any problem is thrown, all of them in one message. */
export async function withBrands<T>(
  root: string,
  make: (sources: readonly BrandSource[], report: (problem: BrandProblem) => void) => Promise<T> | T,
): Promise<T> {
  const problems: BrandProblem[] = [];
  const report = (problem: BrandProblem) => void problems.push(problem);
  const made = await make(readBrandSources(path.join(root, 'brands'), report), report);
  if (problems.length > 0)
    throw new Error(['The brands have mistakes:', ...new Set(problems.map(describeProblem))].join('\n'));
  return made;
}

/** Writes what a build made, with the folders that it needs. */
export function writeFiles(outDir: string, files: readonly BuiltFile[]): void {
  for (const file of files) {
    const target = path.join(outDir, file.path);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file.content);
  }
}
