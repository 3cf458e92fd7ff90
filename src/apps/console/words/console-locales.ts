/** Languages of the console. The buyers' `Locale` is another list: staff of Mozambique read Portuguese of Brazil. */
export const consoleLocales = ['pt-BR', 'es-PE', 'en'] as const;
export type ConsoleLocale = (typeof consoleLocales)[number];

export function isConsoleLocale(text: string): text is ConsoleLocale {
  return consoleLocales.some((locale) => locale === text);
}
