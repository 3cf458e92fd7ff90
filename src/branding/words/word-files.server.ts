import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Locale, locales } from '#src/kernel/locale/locale.ts';
import type { BrandProblem } from '../files/brand-problem.ts';

/** Words by key, as people write them: ICU MessageFormat. */
export type Words = Readonly<Record<string, string>>;

/** A `*.copy.json` file beside the code that shows its words. */
export interface WordFile {
  /** Relative to the project, e.g. `src/ui/form/form.copy.json`. */
  readonly file: string;
  readonly words: Readonly<Partial<Record<Locale, Words>>>;
}

/** Words of one locale: a key has at least two parts, `lead.title`. */
export const wordsJson = z.record(
  z.string().regex(/^[a-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9_-]+)+$/, 'must be a key such as lead.title'),
  z
    .string()
    .min(1, 'is empty')
    .refine((text) => text === text.trim(), 'has blanks around it'),
);

const wordFileJson = z.strictObject(Object.fromEntries(locales.map((locale) => [locale, wordsJson.optional()])));

/** Words of the staff's console, in languages of its own: its build compiles them. */
const consoleFolder = 'src/apps/console/';

/** Reads every `*.copy.json` below `src/` that buyers read. */
export function readWordFiles(root: string, report: (problem: BrandProblem) => void): readonly WordFile[] {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.copy.json'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !file.startsWith(consoleFolder));
  return files.sort().flatMap((file) => {
    const words = readWordFile(path.join(root, file), file, report);
    return words ? [{ file, words }] : [];
  });
}

function readWordFile(full: string, file: string, report: (problem: BrandProblem) => void): WordFile['words'] | null {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(full, 'utf8'));
  } catch (error) {
    report({ file, key: '', message: `is no JSON: ${error instanceof Error ? error.message : String(error)}` });
    return null;
  }
  const read = wordFileJson.safeParse(json);
  if (read.success)
    return Object.fromEntries(Object.entries(read.data).flatMap(([locale, words]) => (words ? [[locale, words]] : [])));
  for (const issue of read.error.issues) {
    const extra = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : null;
    report({
      file,
      key: [...issue.path.map(String), ...(extra ? [extra] : [])].join(': '),
      message: extra ? 'is none of the locales' : issue.message,
    });
  }
  return null;
}
