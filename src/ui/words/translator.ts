import { type CompiledMessage, formatMessage } from './format-message.ts';

/** Compiled messages by key, as the ICU compiler leaves them (text, or text and arguments in order). */
export type CompiledMessages = Readonly<Record<string, CompiledMessage>>;

/** Values of a message's arguments. Money and dates arrive as finished text: the server formats them. */
export type WordValues = Readonly<Record<string, string | number>>;

/** The words of a page in one locale. */
export interface Translator {
  /** The message of that key; a missing message shows its key, so that the gap is visible. */
  (key: string, values?: WordValues): string;
  /** Whether the locale has words for the key. */
  readonly has: (key: string) => boolean;
  readonly locale: string;
}

/** A translator over already compiled messages: no parser, no files, the same on both sides. */
export function createTranslator(locale: string, messages: CompiledMessages): Translator {
  const has = (key: string): boolean => Object.hasOwn(messages, key);
  const translate = (key: string, values: WordValues = {}): string =>
    formatMessage(has(key) ? (messages[key] ?? key) : key, locale, values);
  return Object.assign(translate, { has, locale });
}
