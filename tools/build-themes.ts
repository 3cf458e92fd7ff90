/**
 * Compiles the brands' themes: `themes/<brand>$<mode>.css` and `themes/manifest.json`, read by `loadThemes`.
 *
 *     node tools/build-themes.ts [folder]
 */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type BrandTheme, compileThemes } from '#src/branding/theme/compile-themes.server.ts';
import { pageStyles } from '#src/branding/theme/font-sheet.server.ts';
import { type BuiltFile, projectRoot, withBrands, writeFiles } from './brands/brand-files.ts';
import { makeFonts } from './fonts/make-fonts.ts';

const brotli = promisify(brotliCompress);

/** The files, and the bytes (brotli 11) of each theme inline in a document, without its fonts' sheet. */
export async function themeFiles(
  root = projectRoot,
): Promise<{ readonly files: readonly BuiltFile[]; readonly bytes: Readonly<Record<string, number>> }> {
  const themes = await withBrands(root, async (sources, report) =>
    compileThemes(sources, (await makeFonts(root, sources, report)).faces, report),
  );
  const entries = [...themes.values()].map(
    ({ id, hash, pageColor }) => [id, { file: `${id}.css`, hash, pageColor }] as const,
  );
  const sizes = [...themes.values()].map(async (theme) => [theme.id, await sizeOf(theme)] as const);
  return {
    files: [
      ...[...themes.values()].map((theme) => ({ path: `themes/${theme.id}.css`, content: theme.css })),
      { path: 'themes/manifest.json', content: JSON.stringify(Object.fromEntries(entries), null, 2) },
    ],
    bytes: Object.fromEntries(await Promise.all(sizes)),
  };
}

async function sizeOf(theme: BrandTheme): Promise<number> {
  return (await brotli(pageStyles(theme.css).inline, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })).length;
}

export async function buildThemes(outDir: string, root = projectRoot): Promise<void> {
  writeFiles(outDir, (await themeFiles(root)).files);
}

if (import.meta.main) await buildThemes(process.argv[2] ?? 'dist');
