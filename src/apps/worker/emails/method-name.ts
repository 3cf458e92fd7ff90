import type { AttemptView } from '#src/domain/orders/index.ts';
import type { Translator } from '#src/ui/words/translator.ts';

/**
 * Name of a payment method on a receipt. A rail may build it from the data of its attempt, by a text of its own
 * (`email.<rail>.paid`, with that data as arguments); otherwise it is the name on the payment page.
 */
export function methodName(t: Translator, { rail, kept }: Pick<AttemptView, 'rail' | 'kept'>): string {
  const own = `email.${rail}.paid`;
  const values = Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  if (t.has(own)) return t(own, values);
  const chosen = `method.${rail}.title`;
  return t.has(chosen) ? t(chosen) : rail;
}
