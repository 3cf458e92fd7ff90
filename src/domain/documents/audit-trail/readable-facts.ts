import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { isCurrency } from '#src/kernel/money/money.ts';
import { formatInstant } from '#src/kernel/time/zones.ts';

/** Names whose values are minor units of the link's own currency. */
const amounts: ReadonlySet<string> = new Set(['amount', 'total', 'discount']);
/** Names whose values are instants. */
const instants: ReadonlySet<string> = new Set(['recordedAt', 'holdsUntil', 'sentAt']);

/** What of a link can be read in one line, in the buyer's words; the rest stands in the attached file as it was hashed. */
export function readableFacts(
  body: JsonObject,
  { say, locale, zone }: { readonly say: (key: string) => string; readonly locale: Locale; readonly zone: string },
): [string, string][] {
  const { currency } = body;
  const read = (name: string, value: string | number | boolean): string => {
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
    const text = String(value);
    if (amounts.has(name) && isCurrency(currency)) return formatMoney({ amount: BigInt(text), currency }, locale);
    return instants.has(name) ? formatInstant(new Date(text), zone) : text;
  };
  return Object.entries(body).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[say(`fact.${name}`), read(name, value)]]
      : [],
  );
}
