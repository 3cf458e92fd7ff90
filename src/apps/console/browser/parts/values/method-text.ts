import type { Translator } from '#src/ui/words/translator.ts';

/** Other names that callers may give a method, each with the one that has words. */
const aliases: Readonly<Record<string, string>> = {
  bankslip: 'bank-slip',
  boleto: 'bank-slip',
  creditcard: 'credit-card',
  'default-credit-card': 'credit-card',
  pagoefectivo: 'pago-efectivo',
};

/** Every name under which sales by these methods are stored, for a list's query. */
export function storedMethods(methods: readonly string[]): readonly string[] {
  return [...methods, ...Object.keys(aliases).filter((alias) => methods.includes(aliases[alias] ?? alias))];
}

/** The name of a payment method; one that has no words yet is shown as it is. */
export function methodText(t: Translator, method: string): string {
  const key = `parts.method.${aliases[method] ?? method}`;
  return t.has(key) ? t(key) : method;
}

/** `Cartão · 1142`; several methods are joined by a plus. */
export function methodsText(t: Translator, methods: readonly string[], last4: string | null): string {
  const names = methods.map((method) => methodText(t, method)).join(' + ');
  return [names, last4 ?? ''].filter((part) => part !== '').join(' · ');
}
