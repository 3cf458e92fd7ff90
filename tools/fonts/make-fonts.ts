import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { z } from 'zod';
import type { BrandSource } from '#src/branding/files/brand-folder.server.ts';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';
import { fontsJson } from '#src/branding/files/brand-schemas.server.ts';
import { layeredTree, readLayered } from '#src/branding/files/read-layered.server.ts';
import { themeOwners } from '#src/branding/theme/compile-themes.server.ts';
import { fontSheetFile } from '#src/branding/theme/font-sheet.server.ts';
import type { FontFace } from '#src/branding/theme/font-face.ts';
import type { BuiltFile } from '../brands/brand-files.ts';
import { shrink } from '../build/output.ts';
import { characterSets, keptFeatures, sampleText } from './characters.ts';
import { measureFont } from './sfnt.ts';
import { fallbackFontFor } from './fallback-fonts.ts';

export interface BuiltFonts {
  readonly files: readonly BuiltFile[];
  /** By theme brand (`meusucesso`, `meusucesso.mz`). */
  readonly faces: ReadonlyMap<string, readonly FontFace[]>;
  /** By theme brand: transferred bytes of its fonts, all in one sheet (brotli 11). */
  readonly bytes: ReadonlyMap<string, number>;
}

type FaceJson = z.output<typeof fontsJson>['faces'][number];

/** Limit of the transferred bytes of all fonts of a brand. */
export const fontBudget = 16_000;

/** Makes the font files of every brand: subset, without hints, one per distinct face; and a sheet with a brand's in it. */
export async function makeFonts(
  root: string,
  sources: readonly BrandSource[],
  report: (problem: BrandProblem) => void,
): Promise<BuiltFonts> {
  const files = new Map<string, BuiltFile>();
  const faces = new Map<string, readonly FontFace[]>();
  const bytesOf = new Map<string, number>();
  for (const { name, layers } of themeOwners(sources)) {
    if (layeredTree(layers, 'fonts.json') === null) continue;
    const json = readLayered(layers, 'fonts.json', fontsJson, report);
    const own: FontFace[] = [];
    for (const [index, face] of json?.faces.entries() ?? []) {
      const file = fontFile(root, face);
      if (!existsSync(file)) {
        report({
          file: `${layers[0].path}/fonts.json`,
          key: `faces.${index}`,
          message: `there is no ${path.relative(root, file)}: is the package installed and has it the weight?`,
        });
        continue;
      }
      const built = await makeFaceOnce(file, face);
      files.set(built.file.path, built.file);
      own.push(built.face);
    }
    const sheet = sheetOf(own, files);
    files.set(sheet.path, sheet);
    const bytes = await travellingSize(sheet);
    bytesOf.set(name, bytes);
    if (bytes > fontBudget)
      report({
        file: `${layers[0].path}/fonts.json`,
        key: 'faces',
        message: `make ${bytes} bytes together, more than ${fontBudget}`,
      });
    faces.set(name, own);
  }
  return { files: [...files.values()], faces, bytes: bytesOf };
}

/** By sheet, whose name is a hash of its content: tests make the fonts of all brands repeatedly. */
const sizes = new Map<string, Promise<number>>();

function travellingSize({ path: name, content }: BuiltFile): Promise<number> {
  const known = sizes.get(name) ?? shrink(Buffer.from(content)).then(({ length }) => length);
  sizes.set(name, known);
  return known;
}

function sheetOf(faces: readonly FontFace[], files: ReadonlyMap<string, BuiltFile>): BuiltFile {
  const rules = faces.map(({ css }) => css).join('');
  const { name, content } = fontSheetFile(rules, (file) => Buffer.from(files.get(`fonts/${file}`)?.content ?? ''));
  return { path: `fonts/${name}`, content };
}

function fontFile(root: string, face: FaceJson): string {
  const slug = face.package.slice('@fontsource/'.length);
  return path.join(root, 'node_modules', face.package, 'files', `${slug}-latin-${face.weight}-normal.woff2`);
}

interface MadeFace {
  readonly face: FontFace;
  readonly file: BuiltFile;
}

/** Fonts already made in this process: a font depends on its package and its entry in `fonts.json` only. */
const made = new Map<string, Promise<MadeFace>>();

function makeFaceOnce(file: string, face: FaceJson): Promise<MadeFace> {
  const key = JSON.stringify([file, face]);
  const known = made.get(key) ?? makeFace(file, face);
  made.set(key, known);
  return known;
}

async function makeFace(file: string, face: FaceJson): Promise<MadeFace> {
  const { family, weight } = face;
  const source = readFileSync(file);
  const text = characterSets[face.characters];
  const options = {
    noHinting: true,
    keepFeatures: keptFeatures[face.characters],
    dropTables: ['DSIG', 'meta', 'gasp'],
  };
  const content = await subsetFont(source, text, { targetFormat: 'woff2', ...options });
  const measures = measureFont(await subsetFont(source, text, { targetFormat: 'sfnt', ...options }), sampleText);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const name = `${path.basename(face.package)}-${weight}-${hash}.woff2`;
  const standIn = fallbackFontFor(face, measures);
  // `optional`: a late file serves the next page. Swapping it in would shift the layout.
  const rule = `@font-face{font-family:"${family}";src:url(/fonts/${name}) format("woff2");font-weight:${weight};font-display:optional}`;
  return {
    face: {
      family,
      weight,
      href: `/fonts/${name}`,
      bytes: content.byteLength,
      standIn: standIn.name,
      css: rule + standIn.rule,
    },
    file: { path: `fonts/${name}`, content },
  };
}
