import type { BrandFolder, BrandSource } from '#src/branding/files/brand-folder.server.ts';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';
import type { Brand } from '#src/branding/brand.types.ts';
import { type Locale, locales } from '#src/kernel/locale/locale.ts';

type Report = (problem: BrandProblem) => void;

/** The language of a locale's words: pt-BR words are read in pt-MZ too. */
const languageOf: Readonly<Record<Locale, string>> = { 'pt-BR': 'pt', 'pt-MZ': 'pt', 'es-PE': 'es' };

/**
 * Words of a brand in the languages in which it sells: a key that a brand overrides in one of them is overridden in all,
 * and no file is in a language that the brand does not sell in.
 */
export function checkBrandWords(source: BrandSource, brands: readonly Brand[], report: Report): void {
  const sold = brands.filter(({ brand }) => brand === source.name);
  const folders = [source.base, ...source.variants.values()];
  for (const folder of folders) {
    checkReaders(folder, readersOf(folder, source, sold), report);
    if (sold.some(costsMoney)) checkButtons(folder, report);
  }
  for (const [key, file] of keysOf(source.base)) {
    for (const brand of sold) {
      const over = brand.variant === null ? [] : [source.variants.get(brand.variant)];
      const own = [source.base, ...over].flatMap((folder) => (folder ? copiesOf(folder) : []));
      if (own.some(({ locale, words }) => speaks(locale, brand.locale) && Object.hasOwn(words, key))) continue;
      report({
        file: `${over[0]?.path ?? source.base.path}/copy/${brand.locale}.json`,
        key,
        message: `is missing: ${file} has words of the brand’s own`,
      });
    }
  }
}

const costsMoney = ({ products }: Brand) => products.some(({ plans }) => plans.some(({ price }) => price.amount > 0n));

const buttonKey = /\.(?:submit|action|button|confirm|access)$/;
const freeOfCharge = /(?<!\p{L})(?:gr[áa]tis|gratuit[oa]s?|de graça)(?!\p{L})/iu;

/** A button that promises something free ahead of a payment misleads (CDC, art. 37). */
function checkButtons(folder: BrandFolder, report: Report): void {
  for (const { file, words } of copiesOf(folder)) {
    for (const [key, text] of Object.entries(words)) {
      if (buttonKey.test(key) && freeOfCharge.test(String(text)))
        report({ file, key, message: 'a button of what costs money must not call it free' });
    }
  }
}

/** Whether words of one locale are read in another: the same one, and pt-BR's in Mozambique. */
function speaks(locale: Locale, reader: Locale): boolean {
  return locale === reader || (locale === 'pt-BR' && languageOf[reader] === 'pt');
}

/** Locales in which a folder's words are read: those of the brands that include it. */
function readersOf(folder: BrandFolder, source: BrandSource, sold: readonly Brand[]): readonly Locale[] {
  const readers = sold.filter(
    ({ variant }) => folder === source.base || (variant !== null && source.variants.get(variant) === folder),
  );
  return readers.map(({ locale }) => locale);
}

function checkReaders(folder: BrandFolder, readers: readonly Locale[], report: Report): void {
  if (readers.length === 0) return;
  for (const { locale, file } of copiesOf(folder)) {
    if (!readers.some((reader) => speaks(locale, reader)))
      report({ file, key: '', message: `nobody reads it: the brand sells in ${[...new Set(readers)].join(', ')}` });
  }
}

interface Copy {
  readonly locale: Locale;
  readonly file: string;
  readonly words: object;
}

function copiesOf(folder: BrandFolder): readonly Copy[] {
  return locales.flatMap((locale) => {
    const words = folder.files.get(`copy/${locale}.json`);
    return words ? [{ locale, file: `${folder.path}/copy/${locale}.json`, words }] : [];
  });
}

/** Keys that a folder overrides, with the first file of each. */
function keysOf(folder: BrandFolder): ReadonlyMap<string, string> {
  const keys = copiesOf(folder).flatMap(({ file, words }) => Object.keys(words).map((key) => [key, file] as const));
  return new Map(keys.toReversed());
}
