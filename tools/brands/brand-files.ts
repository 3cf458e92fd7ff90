import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrandSource, readBrandSources } from '#src/branding/files/brand-folder.server.ts';
import { type BrandProblem, describeProblem } from '#src/branding/files/brand-problem.ts';

/** A file that a build makes; `path` is relative to the build's folder, with `/`. */
export interface BuiltFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** The project, unless a tool is given another. */
export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Reads `brands/` below a project and passes it to `make`; throws all problems in one message. */
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

/** Writes the files of a build, with the folders that they need. */
export function writeFiles(outDir: string, files: readonly BuiltFile[]): void {
  for (const file of files) {
    const target = path.join(outDir, file.path);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file.content);
  }
}
