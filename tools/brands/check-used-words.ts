import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';

/** A key written out in a call of the translator: `t('lead.title')`. Keys put together from parts cannot be seen here. */
const written = /\bt\(\s*'([a-z][\w-]*(?:\.[\w-]+)+)'/g;

/** Keys that a source text asks the translator for. */
export function writtenKeys(source: string): readonly string[] {
  return [...source.matchAll(written)].flatMap(([, key]) => key ?? []);
}

/** Every key that the code below `src/` asks for must have words. */
export function checkUsedWords(
  root: string,
  known: ReadonlySet<string>,
  report: (problem: BrandProblem) => void,
): void {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name),
  );
  for (const entry of files) {
    const full = path.join(entry.parentPath, entry.name);
    for (const key of writtenKeys(readFileSync(full, 'utf8'))) {
      if (known.has(key)) continue;
      report({
        file: path.relative(root, full).split(path.sep).join('/'),
        key,
        message: 'no *.copy.json has words for it',
      });
    }
  }
}
