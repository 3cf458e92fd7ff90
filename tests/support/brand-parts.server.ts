import path from 'node:path';
import { type BrandRegistry, loadBrands, type ThemeStore, type WordStore } from '#src/branding/index.server.ts';
import { readBrandSources } from '#src/branding/files/brand-folder.server.ts';
import { compileThemes } from '#src/branding/theme/compile-themes.server.ts';
import { themeStore } from '#src/branding/theme/theme-store.server.ts';
import { compileWords } from '#src/branding/words/compile-words.server.ts';
import { readWordFiles } from '#src/branding/words/word-files.server.ts';
import { wordStore } from '#src/branding/words/word-store.server.ts';

export interface BrandParts {
  readonly brands: BrandRegistry;
  readonly words: WordStore;
  readonly themes: ThemeStore;
}

const root = path.resolve(import.meta.dirname, '../..');

const ownBrands = path.join(root, 'brands');
/** Of the real brands: nobody changes them, and reading them takes longer than most tests. */
let known: BrandParts | undefined;

/** Brands (the real ones unless told), words and themes straight from their sources, without a build or font files. */
export function readBrandParts(dir = ownBrands): BrandParts {
  return dir === ownBrands ? (known ??= readParts(dir)) : readParts(dir);
}

function readParts(dir: string): BrandParts {
  const brands = loadBrands({ dir, environment: 'test', outsideWorldOrigin: 'http://127.0.0.1:3002' });
  if (!brands.ok) throw new Error(JSON.stringify(brands.error));
  const sources = readBrandSources(dir, refuse);
  const words = wordStore(compileWords(readWordFiles(root, refuse), sources, refuse));
  return { brands: brands.value, words, themes: themeStore(compileThemes(sources, new Map(), () => undefined)) };
}

function refuse(problem: object): never {
  throw new Error(JSON.stringify(problem));
}
