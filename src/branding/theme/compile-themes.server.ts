import { createHash } from 'node:crypto';
import { type ThemeMode, themeModes } from '../brand.types.ts';
import type { BrandSource } from '../files/brand-folder.server.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { type JsonTree, mergePatch } from '../files/merge-patch.ts';
import { fileOf, layeredTree, type Layers } from '../files/read-layered.server.ts';
import type { FontFace } from './font-face.ts';
import { type PageStyles, pageStyles } from './font-sheet.server.ts';
import { compileTheme } from './theme-css.ts';

/** The stylesheet of one `brand$mode`, with what a page's head needs. */
export interface BrandTheme {
  /** `meusucesso$dark`; the upsell's is `meusucesso.upsell$dark`. */
  readonly id: string;
  /** Font faces and tokens, to stand inline or as a file. */
  readonly css: string;
  readonly hash: string;
  /** `#rrggbb` for `<meta name="theme-color">`. */
  readonly pageColor: string;
  /** The same for a document, which has its faces from a sheet of their own. */
  readonly page: PageStyles;
}

/** Families that no file of ours brings: the default one is taken where the machine has it, else the system's own. */
const withoutFile: ReadonlySet<string> = new Set(['Poppins', 'system-ui']);

type Report = (problem: BrandProblem) => void;
type Faces = ReadonlyMap<string, readonly FontFace[]>;

/** A brand, or a variant that has theme or font files of its own: each has themes of its own name. */
export function themeOwners(sources: readonly BrandSource[]): { readonly name: string; readonly layers: Layers }[] {
  return sources.flatMap((source) => [
    { name: source.name, layers: [source.base] as const },
    ...[...source.variants]
      .filter(([, folder]) => [...folder.files.keys()].some((file) => file.startsWith('theme.')))
      .map(([variant, folder]) => ({ name: `${source.name}.${variant}`, layers: [source.base, folder] as const })),
  ]);
}

/** Compiles every theme of every brand; findings name the file and the token. */
export function compileThemes(
  sources: readonly BrandSource[],
  faces: Faces,
  report: Report,
): ReadonlyMap<string, BrandTheme> {
  const themes = new Map<string, BrandTheme>();
  for (const { name, layers } of themeOwners(sources).filter(hasTheme)) {
    for (const mode of themeModes) {
      const file = `theme.${mode}.json`;
      const tree = layeredTree(layers, file);
      if (tree === null) {
        report({ file: `${layers[0].path}/${file}`, key: '', message: 'is missing' });
        continue;
      }
      const upsell = layeredTree(layers, `theme.upsell.${mode}.json`);
      const own = faces.get(name) ?? [];
      const main = compileOne(`${name}$${mode}`, tree, mode, own, layers, file, report);
      if (main) themes.set(main.id, main);
      if (upsell === null) continue;
      const second = compileOne(
        `${name}.upsell$${mode}`,
        asTree(mergePatch(tree, upsell)),
        mode,
        own,
        layers,
        `theme.upsell.${mode}.json`,
        report,
      );
      if (second) themes.set(second.id, second);
    }
  }
  return themes;
}

/** A brand without any theme file takes the default theme of its design-system brand (`ThemeStore`). */
function hasTheme({ layers }: { readonly layers: Layers }): boolean {
  return layers.some((layer) => [...layer.files.keys()].some((file) => file.startsWith('theme.')));
}

function asTree(value: ReturnType<typeof mergePatch>): JsonTree {
  return value as JsonTree;
}

function compileOne(
  id: string,
  tree: JsonTree,
  mode: ThemeMode,
  faces: readonly FontFace[],
  layers: Layers,
  file: string,
  report: Report,
): BrandTheme | null {
  const compiled = compileTheme(tree, mode, new Map(faces.map((face) => [face.family, face.standIn])));
  if (!compiled.ok) {
    for (const { key, message } of compiled.error) report({ file: fileOf(layers, file, key.split('.')), key, message });
    return null;
  }
  const css = faces.map((face) => face.css).join('') + compiled.value.css;
  const known = new Set(faces.map((face) => face.family));
  for (const family of compiled.value.families) {
    if (!known.has(family) && !withoutFile.has(family))
      report({ file: fileOf(layers, file, ['font']), key: 'font', message: `"${family}" has no file in fonts.json` });
  }
  return {
    id,
    css,
    hash: createHash('sha256').update(css).digest('hex').slice(0, 10),
    pageColor: compiled.value.pageColor,
    page: pageStyles(css),
  };
}
