import { type Messages, setupI18n } from '@lingui/core';

/** Compiled messages by key, as the ICU compiler leaves them (text, or text and arguments in order). */
export type CompiledMessages = Messages;

/** Values of a message's arguments. Money and dates arrive as finished text: the server formats them. */
export type WordValues = Readonly<Record<string, string | number>>;

/** The words of a page in one locale. */
export interface Translator {
  /** The message of that key; a key without a message is shown as it is, so that nobody misses the gap. */
  (key: string, values?: WordValues): string;
  /** Whether the locale has words for the key. */
  readonly has: (key: string) => boolean;
  readonly locale: string;
}

/** A translator over already compiled messages: no parser, no files, the same on both sides. */
export function createTranslator(locale: string, messages: CompiledMessages): Translator {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  const translate = (key: string, values?: WordValues): string =>
    Object.hasOwn(messages, key) ? i18n._(key, values) : key;
  return Object.assign(translate, { has: (key: string) => Object.hasOwn(messages, key), locale });
}
