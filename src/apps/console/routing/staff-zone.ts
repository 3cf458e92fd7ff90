import { markets } from '#src/kernel/locale/markets.ts';
import type { ConsoleLocale } from '../words/console-locales.ts';

/** The zone whose days a person works in, by their language: only the desk of Peru has another than the head office. */
const zones: Readonly<Record<ConsoleLocale, string>> = {
  'pt-BR': markets.BR.timeZone,
  'es-PE': markets.PE.timeZone,
  en: markets.BR.timeZone,
};

export function staffZone(locale: ConsoleLocale): string {
  return zones[locale];
}
