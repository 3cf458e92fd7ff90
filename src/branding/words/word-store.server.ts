import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Locale, locales } from '#src/kernel/locale/locale.ts';
import type { CompiledWords, LocaleWords, WordTable } from './compile-words.server.ts';

/** Owner of the words: a brand folder and its variant, or none (pages without a brand). */
export interface WordOwner {
  readonly brand: string;
  readonly variant: string | null;
}

export interface WordStore {
  /**
   * The words of a page: those of its locale whose key begins with one of `prefixes`. Upper layers win: the locale's own
   * over pt-BR's (for pt-MZ), the brand's over the product's, the variant's over the brand's.
   */
  wordsFor(owner: WordOwner | null, locale: Locale, prefixes: readonly string[]): CompiledWords;
}

/** Reads the words of a build (`words/<locale>.json`), once for the life of the process. */
export function loadWords(dist: string): WordStore {
  const read = (locale: Locale): LocaleWords =>
    JSON.parse(readFileSync(path.join(dist, 'words', `${locale}.json`), 'utf8'));
  return wordStore({ 'pt-BR': read('pt-BR'), 'pt-MZ': read('pt-MZ'), 'es-PE': read('es-PE') });
}

/** How many answers are kept; a brand, a locale and a page make one. */
const maxCached = 2_000;

/** A store over words in memory; what was asked once is kept. */
export function wordStore(table: WordTable): WordStore {
  const merged = new Map<string, CompiledWords>();
  const chosen = new Map<string, CompiledWords>();
  const allOf = (owner: WordOwner | null, locale: Locale): CompiledWords => {
    const key = `${idOf(owner)} ${locale}`;
    const words = merged.get(key) ?? Object.assign({}, ...layersOf(table, owner, locale));
    return cacheWords(merged, key, words);
  };
  return {
    wordsFor(owner, locale, prefixes) {
      const key = JSON.stringify([idOf(owner), locale, prefixes]);
      const known = chosen.get(key);
      if (known) return known;
      const wanted = Object.entries(allOf(owner, locale)).filter(([name]) =>
        prefixes.some((prefix) => name.startsWith(prefix)),
      );
      return cacheWords(chosen, key, Object.fromEntries(wanted));
    },
  };
}

function idOf(owner: WordOwner | null): string {
  if (owner === null) return '';
  return owner.variant === null ? owner.brand : `${owner.brand}.${owner.variant}`;
}

function cacheWords(cache: Map<string, CompiledWords>, key: string, words: CompiledWords): CompiledWords {
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, words);
  return words;
}

/** Lowest first. */
function layersOf(table: WordTable, owner: WordOwner | null, locale: Locale): CompiledWords[] {
  const wanted = locales.filter((known) => known === locale || (known === 'pt-BR' && locale === 'pt-MZ'));
  const owners = owner === null ? [] : [owner.brand, ...(owner.variant === null ? [] : [idOf(owner)])];
  return [
    ...wanted.map((one) => table[one].base),
    ...owners.flatMap((id) => wanted.map((one) => table[one].brands[id] ?? {})),
  ];
}
