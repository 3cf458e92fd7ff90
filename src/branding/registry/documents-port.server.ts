import type { DocumentBranding, DocumentsPort } from '#src/domain/documents/contracts/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { ThemeStore } from '../theme/theme-store.server.ts';
import type { WordStore } from '../words/word-store.server.ts';
import type { BrandRegistry } from './brand-registry.server.ts';
import { brandOf } from './catalog-port.server.ts';

/** Makes finished text of words that a build has compiled; the screens' own translator is handed in. */
export interface DocumentTranslate {
  (
    locale: Locale,
    words: ReturnType<WordStore['wordsFor']>,
  ): {
    (key: string, values?: Readonly<Record<string, string | number>>): string;
    readonly has: (key: string) => boolean;
  };
}

/** The brands' data for contracts, receipts and fiscal notes. */
export function documentsPort(
  registry: BrandRegistry,
  words: WordStore,
  themes: ThemeStore,
  translate: DocumentTranslate,
): DocumentsPort {
  return {
    terms: (brand, variant) => brandOf(registry, brand, variant)?.documents.terms ?? null,
    company: (brand, variant) => brandOf(registry, brand, variant)?.documents.company ?? null,
    issuer: (brand, variant) => {
      const found = brandOf(registry, brand, variant);
      return found?.features.sendBffPaymentRequest.documentToNFGeneration ? found.documents.issuer : null;
    },
    branding: (brand, variant): DocumentBranding => {
      const found = brandOf(registry, brand, variant);
      if (!found) return { name: registry.neutral.name, colour: '#1a1a1a' };
      const css = themes.get(`${found.theme.brand}$light`).css;
      return { name: found.name, colour: printColor(css) };
    },
    say: (locale, key, values) => translate(locale, words.wordsFor(null, locale, [key]))(key, values),
    methodName: (locale, rail, kept) => {
      const own = `email.${rail}.paid`;
      const chosen = `method.${rail}.title`;
      const t = translate(locale, words.wordsFor(null, locale, [own, chosen]));
      const texts = Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      if (t.has(own)) return t(own, Object.fromEntries(texts));
      return t.has(chosen) ? t(chosen) : rail;
    },
  };
}

const declaration = /(--[a-z0-9-]+):([^;}]+)/g;
const alias = /^var\((--[a-z0-9-]+)\)$/;
const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
/** Ink, for a brand whose colour is written in another way. */
const ink = '#1a1a1a';
/** Longer chains do not exist in a compiled theme; a circle ends here. */
const mostHops = 20;

/** A brand's colour for print: the one that its light theme writes with on white, as `#rrggbb`. */
function printColor(css: string): string {
  const given = new Map([...css.matchAll(declaration)].map(([, name = '', value = '']) => [name, value.trim()]));
  let value = given.get('--color-primary-text');
  for (let hops = 0; hops < mostHops; hops += 1) {
    const next = value === undefined ? undefined : alias.exec(value)?.[1];
    if (next === undefined) break;
    value = given.get(next);
  }
  if (value === undefined || !hex.test(value)) return ink;
  return value.length === 4 ? `#${[...value.slice(1)].map((digit) => digit + digit).join('')}` : value;
}
