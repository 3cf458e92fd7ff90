/** Languages of the console. The buyers' `Locale` is another list: staff of Mozambique read Portuguese of Brazil. */
export const consoleLocales = ['pt-BR', 'es-PE', 'en'] as const;
export type ConsoleLocale = (typeof consoleLocales)[number];

/** The first of a browser's languages that the console speaks, in whichever country; Portuguese when it speaks none. */
export function localeOfLanguages(languages: readonly string[]): ConsoleLocale {
  const spoken = languages.flatMap(
    (tag) => consoleLocales.find((locale) => locale.slice(0, 2) === tag.slice(0, 2).toLowerCase()) ?? [],
  );
  return spoken[0] ?? 'pt-BR';
}

export function isConsoleLocale(text: string): text is ConsoleLocale {
  return consoleLocales.some((locale) => locale === text);
}
