import { createTranslator, type CompiledMessages, type Translator } from '#src/ui/words/translator.ts';
import type { ConsoleLocale } from '../../words/console-locales.ts';

const sources: Readonly<Record<ConsoleLocale, () => Promise<{ readonly words: CompiledMessages }>>> = {
  'pt-BR': () => import('./portuguese.words.ts'),
  'es-PE': () => import('./spanish.words.ts'),
  en: () => import('./english.words.ts'),
};

/** The translator of a locale; its words are a file of their own, fetched once. */
export async function loadWords(locale: ConsoleLocale): Promise<Translator> {
  const { words } = await sources[locale]();
  return createTranslator(locale, words);
}
