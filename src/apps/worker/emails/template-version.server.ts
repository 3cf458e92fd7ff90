import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { type CompiledMessages, createTranslator, type Translator } from '#src/ui/words/translator.ts';
import type { EmailContent } from './email.types.ts';

/** A translator that keeps the texts that it was asked for. */
export interface EmailTranslator extends Translator {
  /** Keys and unfilled texts, in the order of their keys. */
  readonly usedTexts: () => readonly (readonly [key: string, text: CompiledMessages[string]])[];
}

/** Creates the translator of one e-mail. */
export function createEmailTranslator(locale: string, messages: CompiledMessages): EmailTranslator {
  const used = new Map<string, CompiledMessages[string]>();
  const translate = createTranslator(locale, messages);
  const remember: typeof translate = Object.assign(
    (key: string, values?: Parameters<Translator>[1]) => {
      used.set(key, messages[key] ?? key);
      return translate(key, values);
    },
    { has: translate.has, locale },
  );
  return Object.assign(remember, {
    usedTexts: () => [...used].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  });
}

/**
 * The version of the template that composed an e-mail, as 16 hexadecimal digits: a hash of the unfilled texts and of the
 * order of its blocks. It has nothing of the buyer, and changes when a text or the composition does.
 */
export function templateVersion(translator: EmailTranslator, { blocks }: EmailContent): string {
  const shape = blocks.map((block) => (block.kind === 'facts' ? `facts-${block.rows.length}` : block.kind));
  return sha256(JSON.stringify([translator.locale, shape, translator.usedTexts()])).slice(0, 16);
}
