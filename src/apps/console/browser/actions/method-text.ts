import type { Translator } from '#src/ui/words/translator.ts';

const known: ReadonlySet<string> = new Set([
  ...['pix', 'card', 'bank-slip', 'in-person', 'loyalty-points', 'm-pesa', 'nu-pay', 'pago-efectivo', 'yape'],
]);

/** `Cartão ·1111`, `Pix`: a way to pay as staff name it; a rail without words of its own by its method. */
export function methodText(t: Translator, rail: string, method: string, last4: string | null): string {
  const name = known.has(rail) ? t(`act.rail.${rail}`) : method;
  return last4 === null ? name : `${name} ·${last4}`;
}
