import type { AttemptView } from '#src/domain/orders/index.ts';
import type { Translator } from '#src/ui/words/translator.ts';

/**
 * How a way to pay is called on a receipt. A rail may say it with what its attempt kept, by a word of its own
 * (`email.<rail>.paid`, with the kept texts as arguments); else it is the name that the buyer chose from.
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
