import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { videoShape, termsShape, textShape } from './brand-media.ts';
import { isTree, type JsonTree } from './merge-patch.ts';
import type { BrandProblem } from './brand-problem.ts';
import { type ImageSize, readImageSize } from './image-size.ts';

/** The JSON files of one folder of a brand (or of one of its variants), not yet understood. */
export interface BrandFolder {
  /** Relative to the brands folder: `meusucesso` or `meusucesso/variants/mz`. */
  readonly path: string;
  /** By name inside the folder: `brand.json`, `flows/default.json`, `copy/pt-BR.json`. */
  readonly files: ReadonlyMap<string, JsonTree>;
  /** By name inside `images/`; `null` when an image does not state its size. */
  readonly images: ReadonlyMap<string, ImageSize | null>;
  /** Names inside `media/`: films and captions. */
  readonly media: ReadonlySet<string>;
  /** Markdown by name inside `texts/`. */
  readonly texts: ReadonlyMap<string, string>;
  /** Terms of contracts in Markdown by name: `contract.pt-BR.md`. */
  readonly terms: ReadonlyMap<string, string>;
}

/** A folder of `brands/` with its variants by name. */
export interface BrandSource {
  readonly name: string;
  readonly base: BrandFolder;
  readonly variants: ReadonlyMap<string, BrandFolder>;
}

const nameShape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const fileShape =
  /^(?:(?:brand|links|features|flags|catalog|coach|company|dunning|reminders|sellers|referrers|franchises|test-places|fonts|theme(?:\.upsell)?\.(?:dark|light))\.json|flows\/[a-z0-9-]+\.json|copy\/[a-z]{2}-[A-Z]{2}\.json)$/;
const themeShape = /^theme(?:\.upsell)?\.(?:dark|light)\.json$/;
const subfolders: ReadonlySet<string> = new Set(['flows', 'copy', 'images', 'media', 'texts', 'variants']);

/** What of the files is wanted: all, or of themes only which there are, for whoever has them compiled already. */
type Depth = 'all' | 'themes-by-name';

/** Reads every JSON file of every brand. Files that are no JSON object, or that nothing reads, are problems. */
export function readBrandSources(
  dir: string,
  report: (problem: BrandProblem) => void,
  depth: Depth = 'all',
): readonly BrandSource[] {
  return folderNames(dir, '', report).map((name) => {
    const base = readFolder(dir, name, report, depth);
    const within = path.join(dir, name, 'variants');
    const variants = existsSync(within) ? folderNames(within, `${name}/variants/`, report) : [];
    return {
      name,
      base,
      variants: new Map(
        variants.map((variant) => [variant, readFolder(dir, `${name}/variants/${variant}`, report, depth)]),
      ),
    };
  });
}

/** The fallback's folder begins with `_`, so that no link can name it; every other name is kebab-case. */
function folderNames(dir: string, prefix: string, report: (problem: BrandProblem) => void): string[] {
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  for (const name of names) {
    if (!nameShape.test(name) && name !== '_fallback')
      report({ file: `${prefix}${name}`, key: '', message: 'a folder name is kebab-case' });
  }
  return names.filter((name) => nameShape.test(name) || name === '_fallback').sort();
}

function readFolder(dir: string, folder: string, report: (problem: BrandProblem) => void, depth: Depth): BrandFolder {
  const files = new Map<string, JsonTree>();
  const images = new Map<string, ImageSize | null>();
  const media = new Set<string>();
  const texts = new Map<string, string>();
  const terms = new Map<string, string>();
  for (const entry of readdirSync(path.join(dir, folder), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const names = entry.isDirectory() ? listSubfolder(dir, folder, entry.name, report) : [entry.name];
    for (const name of names) {
      if (name.startsWith('images/')) {
        images.set(name.slice('images/'.length), readImageSize(readFileSync(path.join(dir, folder, name))));
      } else if (videoShape.test(stripFolder(name, 'media/'))) media.add(stripFolder(name, 'media/'));
      else if (textShape.test(stripFolder(name, 'texts/'))) {
        texts.set(stripFolder(name, 'texts/'), readFileSync(path.join(dir, folder, name), 'utf8'));
      } else if (termsShape.test(name)) terms.set(name, readFileSync(path.join(dir, folder, name), 'utf8'));
      else if (depth === 'themes-by-name' && themeShape.test(name)) files.set(name, {});
      else if (fileShape.test(name)) readInto(files, dir, folder, name, report);
      else report({ file: `${folder}/${name}`, key: '', message: 'no such file is read: check its name' });
    }
  }
  return { path: folder, files, images, media, texts, terms };
}

/** The part of a name after its folder; empty when it is not in it. */
function stripFolder(name: string, subfolder: string): string {
  return name.startsWith(subfolder) ? name.slice(subfolder.length) : '';
}

function listSubfolder(
  dir: string,
  folder: string,
  subfolder: string,
  report: (problem: BrandProblem) => void,
): string[] {
  if (!subfolders.has(subfolder))
    report({
      file: `${folder}/${subfolder}`,
      key: '',
      message: `is none of the folders ${[...subfolders].join(', ')}`,
    });
  if (!subfolders.has(subfolder) || subfolder === 'variants') return [];
  return readdirSync(path.join(dir, folder, subfolder))
    .sort()
    .map((name) => `${subfolder}/${name}`);
}

function readInto(
  files: Map<string, JsonTree>,
  dir: string,
  folder: string,
  name: string,
  report: (problem: BrandProblem) => void,
): void {
  const file = `${folder}/${name}`;
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(dir, file), 'utf8'));
    if (isTree(value)) files.set(name, value);
    else report({ file, key: '', message: 'must hold one JSON object' });
  } catch (error) {
    report({ file, key: '', message: `is no JSON: ${error instanceof Error ? error.message : String(error)}` });
  }
}
