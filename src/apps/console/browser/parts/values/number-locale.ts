import type { Locale } from '#src/kernel/locale/locale.ts';
import type { ConsoleLocale } from '../../../words/console-locales.ts';

/** How the numbers of a language are written. English writes them as Peru does: 1,140.00. */
export function numberLocale(locale: string): Locale {
  const locales: Readonly<Record<ConsoleLocale, Locale>> = { 'pt-BR': 'pt-BR', 'es-PE': 'es-PE', en: 'es-PE' };
  return locale === 'es-PE' || locale === 'en' ? locales[locale] : locales['pt-BR'];
}
