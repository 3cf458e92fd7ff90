import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeProblem } from '#src/branding/files/brand-problem.ts';
import { isTree, type JsonTree, type JsonValue, mergePatch } from '#src/branding/files/merge-patch.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { checkBrands, templatePaths } from '../check-brands.ts';
import { projectRoot } from './brand-files.ts';

/** The change of a bad case: a file's new content, made from its old content. */
export type Change = (tree: JsonTree) => JsonValue | string;

/** Merges a patch into the file. */
export const patched =
  (patch: JsonTree): Change =>
  (tree) =>
    mergePatch(tree, patch);

/** The mistakes of a brands folder, as the tool prints them. */
export async function problemsIn(brandsDir: string): Promise<readonly string[]> {
  const problems = await checkBrands({
    root: projectRoot,
    brandsDir,
    paths: templatePaths(),
    rails: Object.values(rails),
  });
  return problems.map(describeProblem);
}

/** A copy of the project's brands in a temporary folder, for tests that plant a mistake. */
export interface BrandCopy {
  readonly dir: string;
  /** Changes one file, collects the mistakes as one text, and restores the file. */
  readonly problemsWith: (file: string, change: Change) => Promise<string>;
  readonly remove: () => void;
}

export function copyBrands(): BrandCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'brands-'));
  const dir = path.join(folder, 'brands');
  cpSync(path.join(projectRoot, 'brands'), dir, { recursive: true });
  return {
    dir,
    remove: () => rmSync(folder, { recursive: true }),
    problemsWith: async (file, change) => {
      const full = path.join(dir, file);
      const before = readFileSync(full, 'utf8');
      const tree: unknown = file.endsWith('.json') ? JSON.parse(before) : {};
      const after = change(isTree(tree) ? tree : {});
      writeFileSync(full, typeof after === 'string' ? after : JSON.stringify(after));
      try {
        return (await problemsIn(dir)).join('\n');
      } finally {
        writeFileSync(full, before);
      }
    },
  };
}
