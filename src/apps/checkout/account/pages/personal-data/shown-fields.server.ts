import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { type Currency, isCurrency } from '#src/kernel/money/money.ts';
import { formatInstant } from '#src/kernel/time/zones.ts';
import { formatLocalDate, isLocalDate } from '#src/kernel/time/local-date.ts';
import type { Translator } from '#src/ui/words/translator.ts';

interface Reader {
  readonly words: Translator;
  readonly locale: Locale;
  /** Time zone of the buyer's market. */
  readonly zone: string;
  /** For rows without a currency of their own. */
  readonly currency: Currency;
}

export interface ShownField {
  readonly name: string;
  readonly value: string;
}

/** Columns in minor units. */
const amounts: ReadonlySet<string> = new Set([
  ...['amount', 'total', 'received', 'discount', 'price', 'interest', 'standard_amount', 'first_amount'],
]);
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const namePrefix = 'personal-data.field.';

/**
 * A stored row as formatted text: labels in the buyer's language where the copy has them, money and times in the market's
 * format. The JSON export has the stored values.
 */
export function shownFields(row: JsonObject, reader: Reader): readonly ShownField[] {
  const { currency: own } = row;
  const currency = isCurrency(own) ? own : reader.currency;
  return Object.entries(row).flatMap(([name, value]) => partsOf([name], value, { ...reader, currency }));
}

function partsOf(path: readonly string[], value: JsonValue, reader: Reader): readonly ShownField[] {
  if (value === null || value === '') return [];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([part, one]) => partsOf([...path, part], one, reader));
  return [
    {
      name: path.map((_, depth) => nameOf(path.slice(0, depth + 1), reader)).join(' · '),
      value: textOf(path.at(-1) ?? '', value, reader),
    },
  ];
}

/** The label of a field: the one for this section where there is one, else the general one. */
function nameOf(path: readonly string[], { words }: Reader): string {
  const name = path.at(-1) ?? '';
  const key = [path.join('.'), name].map((one) => namePrefix + one).find((one) => words.has(one));
  return key === undefined ? name : words(key);
}

function textOf(name: string, value: string | number | boolean, { words, locale, zone, currency }: Reader): string {
  if (typeof value === 'boolean') return words(value ? 'personal-data.yes' : 'personal-data.no');
  if (typeof value === 'number')
    return amounts.has(name) && Number.isSafeInteger(value)
      ? formatMoney({ amount: BigInt(value), currency }, locale)
      : String(value);
  if (instant.test(value)) return formatInstant(new Date(value), zone);
  return isLocalDate(value) ? formatLocalDate(value) : value;
}
