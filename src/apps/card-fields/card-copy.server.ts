import validation from '#src/kernel/validation/validation.copy.json' with { type: 'json' };
import { locales } from '#src/kernel/locale/locale.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import own from './card-fields.copy.json' with { type: 'json' };

/** Texts of the page and messages of its rules, by key. */
export type CardCopy = Readonly<Record<string, string>>;

/** Messages of the page's rules; the page includes no others. */
const messages = [
  'required',
  'name-too-long',
  'name-incomplete',
  'name-format',
  'card-number',
  'card-expiry',
  'card-cvv',
  'card-company',
  'card-company-choice',
].map((name) => `validation.${name}`);

/** pt-MZ has only the texts that differ from pt-BR. */
function layered(copy: Readonly<Record<Locale, CardCopy>>, locale: Locale): CardCopy {
  return { ...(locale === 'pt-MZ' ? copy['pt-BR'] : {}), ...copy[locale] };
}

export function isLocale(text: string): text is Locale {
  return locales.some((locale) => locale === text);
}

/** All texts of the page in one locale. */
export function cardCopy(locale: Locale): CardCopy {
  const rules = layered(validation, locale);
  return { ...layered(own, locale), ...Object.fromEntries(messages.map((key) => [key, rules[key] ?? key])) };
}
