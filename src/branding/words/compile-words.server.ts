import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { type Locale, locales } from '#src/kernel/locale/locale.ts';
import type { BrandSource } from '../files/brand-folder.server.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { fileOf, layeredTree, readLayered } from '../files/read-layered.server.ts';
import { type WordFile, type Words, wordsJson } from './word-files.server.ts';

/** Compiled messages by key. */
export type CompiledWords = Readonly<Record<string, CompiledMessage>>;

/** Every word of one locale: those of the code, and by brand (`meusucesso`, `meusucesso.mz`) those that differ. */
export interface LocaleWords {
  readonly base: CompiledWords;
  readonly brands: Readonly<Record<string, CompiledWords>>;
}

export type WordTable = Readonly<Record<Locale, LocaleWords>>;

type Report = (problem: BrandProblem) => void;

/** Locales that hold every key; pt-MZ holds only what it says differently from pt-BR. */
const complete = ['pt-BR', 'es-PE'] as const;

/**
 * Compiles all words to the form that the translator reads, and checks them: each key once, complete in pt-BR and
 * es-PE, the same arguments in each locale; a brand may only change keys that exist, with the
 * same arguments.
 */
export function compileWords(files: readonly WordFile[], sources: readonly BrandSource[], report: Report): WordTable {
  const texts = gather(files, report);
  const compiled = mapLocales((locale) =>
    compileAll(texts[locale].words, (key) => texts[locale].files.get(key) ?? '', `${locale}: `, report),
  );
  checkLocales(texts, compiled, report);
  const brands = mapLocales((locale) => compileBrands(sources, locale, texts, compiled, report));
  return mapLocales((locale) => ({ base: compiled[locale], brands: brands[locale] }));
}

function mapLocales<T>(make: (locale: Locale) => T): Record<Locale, T> {
  return { 'pt-BR': make('pt-BR'), 'pt-MZ': make('pt-MZ'), 'es-PE': make('es-PE') };
}

interface Gathered {
  readonly words: Record<string, string>;
  readonly files: Map<string, string>;
}

function gather(files: readonly WordFile[], report: Report): Record<Locale, Gathered> {
  const all = mapLocales((): Gathered => ({ words: {}, files: new Map() }));
  for (const { file, words } of files) {
    for (const locale of locales) {
      for (const [key, text] of Object.entries(words[locale] ?? {})) {
        const other = all[locale].files.get(key);
        if (other !== undefined) report({ file, key: `${locale}: ${key}`, message: `is also in ${other}` });
        all[locale].words[key] = text;
        all[locale].files.set(key, file);
      }
    }
  }
  return all;
}

function compileAll(words: Words, fileOfKey: (key: string) => string, prefix: string, report: Report): CompiledWords {
  const compiled: Record<string, CompiledMessage> = {};
  for (const [key, text] of Object.entries(words)) {
    try {
      const message = compileMessageOrThrow(text);
      compiled[key] = message;
      for (const mistake of pluralMistakes(message))
        report({ file: fileOfKey(key), key: `${prefix}${key}`, message: mistake });
    } catch (error) {
      report({
        file: fileOfKey(key),
        key: `${prefix}${key}`,
        message: `is no valid message: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  }
  return compiled;
}

/** The forms that numbers have in each of our languages; `other` holds for fractions and large round numbers too. */
const pluralForms = ['one', 'other'] as const;

/** Plurals that cannot speak of every number. */
function pluralMistakes(message: CompiledMessage): string[] {
  if (typeof message === 'string') return [];
  return message.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, kind, choices] = token;
    if (typeof choices !== 'object' || choices === null) return [];
    const missing = kind === 'plural' ? pluralForms.filter((form) => !Object.hasOwn(choices, form)) : [];
    return [
      ...missing.map((form) => `the plural of ${name} has no form "${form}"`),
      ...Object.values(choices).flatMap((choice) => (Array.isArray(choice) ? pluralMistakes(choice) : [])),
    ];
  });
}

function checkLocales(texts: Record<Locale, Gathered>, compiled: Record<Locale, CompiledWords>, report: Report): void {
  for (const locale of complete) {
    const other = locale === 'pt-BR' ? 'es-PE' : 'pt-BR';
    for (const [key, file] of texts[other].files) {
      if (!texts[locale].files.has(key)) report({ file, key: `${locale}: ${key}`, message: 'is missing' });
    }
  }
  for (const [key, file] of texts['pt-MZ'].files) {
    if (!texts['pt-BR'].files.has(key)) report({ file, key: `pt-MZ: ${key}`, message: 'does not exist in pt-BR' });
  }
  for (const locale of ['pt-MZ', 'es-PE'] as const) {
    for (const [key, message] of Object.entries(compiled[locale])) {
      const main = compiled['pt-BR'][key];
      if (!main) continue;
      const [wanted, given] = [argumentsOf(main), argumentsOf(message)];
      if (wanted !== given)
        report({
          file: texts[locale].files.get(key) ?? '',
          key: `${locale}: ${key}`,
          message: `has the arguments ${given || 'none'}, pt-BR has ${wanted || 'none'}`,
        });
    }
  }
}

/** Names of a message's arguments, sorted, as one text. */
function argumentsOf(message: CompiledMessage): string {
  return namesOf(message).join(', ');
}

function namesOf(message: CompiledMessage): string[] {
  const names = new Set<string>();
  const walk = (tokens: CompiledMessage): void => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      names.add(token[0]);
      const choices = token[2];
      if (typeof choices !== 'object' || choices === null) continue;
      for (const choice of Object.values(choices)) if (Array.isArray(choice)) walk(choice);
    }
  };
  walk(message);
  return [...names].filter((name) => name !== '#').sort();
}

function compileBrands(
  sources: readonly BrandSource[],
  locale: Locale,
  texts: Record<Locale, Gathered>,
  compiled: Record<Locale, CompiledWords>,
  report: Report,
): Record<string, CompiledWords> {
  const brands: Record<string, CompiledWords> = {};
  const name = `copy/${locale}.json`;
  for (const source of sources) {
    const folders = [
      [source.name, source.base] as const,
      ...[...source.variants].map(([variant, folder]) => [`${source.name}.${variant}`, folder] as const),
    ];
    for (const [id, folder] of folders) {
      if (layeredTree([folder], name) === null) continue;
      const words = readLayered([folder], name, wordsJson, report);
      if (!words) continue;
      const own = compileAll(words, () => `${folder.path}/${name}`, '', report);
      for (const [key, message] of Object.entries(own))
        checkBrandWord(key, message, compiled, fileOf([folder], name, [key]), texts, report);
      brands[id] = own;
    }
  }
  return brands;
}

/** Titles with an order's state: a buyer must not take an unpaid order for a paid one, whatever the brand's voice. */
const fixedWords =
  /^(?:awaiting\.(?:title|plain)|success\.(?:paid|free|late|partly-paid|refunded)\.title|success\.[a-z-]+\.awaiting|email\.(?:order-[a-z]+|payment-instructions|surplus-returned|trial-begun|term-paid)\.(?:subject|heading))$/;

/** Purpose of the phone number; `lead.phone.more` may add to it. */
const productWords: ReadonlySet<string> = new Set(['lead.phone.why']);

function checkBrandWord(
  key: string,
  message: CompiledMessage,
  compiled: Record<Locale, CompiledWords>,
  file: string,
  texts: Record<Locale, Gathered>,
  report: Report,
): void {
  const main = compiled['pt-BR'][key];
  if (!texts['pt-BR'].files.has(key))
    return report({ file, key, message: 'is no word of the product: a brand may only change words that exist' });
  if (fixedWords.test(key)) report({ file, key, message: 'says how an order stands: a brand may not change it' });
  if (productWords.has(key))
    return report({ file, key, message: 'is fixed by the product: no brand may say it otherwise' });
  if (!main) return;
  const [wanted, given] = [namesOf(main), namesOf(message)];
  const strange = given.filter((name) => !wanted.includes(name));
  if (strange.length > 0) report({ file, key, message: `has arguments that nobody fills: ${strange.join(', ')}` });
  const left = wanted.filter((name) => !given.includes(name));
  if (left.length > 0) report({ file, key, message: `leaves out the arguments ${left.join(', ')}` });
}
