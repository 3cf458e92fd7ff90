import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';

/** A literal key in a call of the translator: `t('lead.title')`. */
const written = /\b(?:t|words)\(\s*'([a-z][\w-]*(?:\.[\w-]+)+)'/g;

/** The prefix of a composed key: t(`lead.country.${code}`). */
const begun = /\b(?:t|words)\(\s*`([a-z][\w-]*\.[\w.-]*)\$\{/g;

/** Keys that a source text passes to the translator. */
export function writtenKeys(source: string): readonly string[] {
  return [...source.matchAll(written)].flatMap(([, key]) => key ?? []);
}

/** Prefixes of the keys that a source text composes. */
export function keyPrefixes(source: string): readonly string[] {
  return [...source.matchAll(begun)].flatMap(([, key]) => key ?? []);
}

/** Every key that the code below `src/` uses must have words; of a composed key, its prefix. `isOurs` takes the file's path. */
export function checkUsedWords(
  root: string,
  known: ReadonlySet<string>,
  report: (problem: BrandProblem) => void,
  isOurs: (file: string) => boolean = () => true,
): void {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name),
  );
  for (const entry of files) {
    const full = path.join(entry.parentPath, entry.name);
    const file = path.relative(root, full).split(path.sep).join('/');
    if (!isOurs(file)) continue;
    const source = readFileSync(full, 'utf8');
    for (const key of writtenKeys(source)) {
      if (!known.has(key)) report({ file, key, message: 'no *.copy.json has words for it' });
    }
    for (const key of keyPrefixes(source)) {
      if (![...known].some((one) => one.startsWith(key)))
        report({ file, key: `${key}…`, message: 'no *.copy.json has words that begin so' });
    }
  }
}
