/** Locales with words of their own: pt-BR and es-PE are complete, pt-MZ holds differences from pt-BR. */
export const locales = ['pt-BR', 'pt-MZ', 'es-PE'] as const;
export type Locale = (typeof locales)[number];

/** The markets' countries. */
export const countries = ['BR', 'MZ', 'PE'] as const;
export type Country = (typeof countries)[number];
