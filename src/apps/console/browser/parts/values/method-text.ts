import type { Translator } from '#src/ui/words/translator.ts';

/** The name of a payment method; one that has no words yet is shown as it is. */
export function methodText(t: Translator, method: string): string {
  const key = `parts.method.${method}`;
  return t.has(key) ? t(key) : method;
}

/** `Cartão · 1142`; several methods are joined by a plus. */
export function methodsText(t: Translator, methods: readonly string[], last4: string | null): string {
  const names = methods.map((method) => methodText(t, method)).join(' + ');
  return [names, last4 ?? ''].filter((part) => part !== '').join(' · ');
}
