import type { Translator } from '#src/ui/words/translator.ts';

/** What a buyer agreed to, by the kind of its box; the box's own text where the kind has no words. */
export function consentText(t: Translator, { kind, label }: { readonly kind: string; readonly label: string }): string {
  const key = `parts.consent.${kind}`;
  return t.has(key) ? t(key) : label;
}
