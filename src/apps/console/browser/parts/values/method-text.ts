import type { Translator } from '#src/ui/words/translator.ts';

/** The name of a payment method; one that has no words yet is shown as it is. */
export function methodText(t: Translator, method: string): string {
  const key = `parts.method.${method}`;
  return t.has(key) ? t(key) : method;
}
