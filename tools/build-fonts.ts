/**
 * Makes the font files of the brands: `fonts/<family>-<weight>-<hash>.woff2`, and with those of a brand inside
 * `fonts/faces-<hash>.css`, served at `/fonts/`.
 *
 *     node tools/build-fonts.ts [folder]
 */
import { type BuiltFile, projectRoot, withBrands, writeFiles } from './brands/brand-files.ts';
import { makeFonts } from './fonts/make-fonts.ts';

/** The files, and the total bytes of each brand's. */
export async function fontFiles(
  root = projectRoot,
): Promise<{ readonly files: readonly BuiltFile[]; readonly bytes: Readonly<Record<string, number>> }> {
  const { files, bytes } = await withBrands(root, (sources, report) => makeFonts(root, sources, report));
  return { files, bytes: Object.fromEntries(bytes) };
}

export async function buildFonts(outDir: string, root = projectRoot): Promise<void> {
  writeFiles(outDir, (await fontFiles(root)).files);
}

if (import.meta.main) await buildFonts(process.argv[2] ?? 'dist');
