/**
 * Collects and compiles the words of the code and the brands: `words/<locale>.json`, read by `loadWords`.
 *
 *     node tools/build-words.ts [folder]
 */
import { compileWords } from '#src/branding/words/compile-words.server.ts';
import { readWordFiles } from '#src/branding/words/word-files.server.ts';
import { type BuiltFile, projectRoot, withBrands, writeFiles } from './brands/brand-files.ts';

export async function wordFiles(root = projectRoot): Promise<readonly BuiltFile[]> {
  const table = await withBrands(root, (sources, report) => compileWords(readWordFiles(root, report), sources, report));
  return Object.entries(table).map(([locale, words]) => ({
    path: `words/${locale}.json`,
    content: JSON.stringify(words),
  }));
}

export async function buildWords(outDir: string, root = projectRoot): Promise<void> {
  writeFiles(outDir, await wordFiles(root));
}

if (import.meta.main) await buildWords(process.argv[2] ?? 'dist');
