import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { parseMoney } from '#src/kernel/money/parse-money.ts';
import type { Errors, Values } from '../form-fields.ts';
import { partPrefix } from './split-query.ts';

/** The minimum of a part: 1.00 (schemes charge fees for less). Minor units. */
const leastPart = 100n;

/** The amount to split, and the page's locale: typed amounts are read in its format. */
export interface SplitPrice {
  readonly total: bigint;
  readonly currency: Currency;
  readonly locale: Locale;
}

/** The amounts of the parts as typed; null where one cannot be read. The last part is the rest. */
export function partAmounts(
  typed: readonly string[],
  { total, currency, locale }: SplitPrice,
): readonly (bigint | null)[] {
  const named = typed.map((text) => {
    const read = parseMoney(text.trim(), currency, locale);
    return read.ok && read.value.amount > 0n ? read.value.amount : null;
  });
  const sum = named.reduce<bigint | null>((all, one) => (all === null || one === null ? null : all + one), 0n);
  const rest = sum === null || sum >= total ? null : total - sum;
  return [...named, rest];
}

/** The errors of the parts' amounts, by field: the same in browser and server. */
export function checkAmounts(values: Values, { parts, ...price }: SplitPrice & { readonly parts: number }): Errors {
  const typed = Array.from({ length: parts - 1 }, (_, index) => values[`${partPrefix(index)}amount`] ?? '');
  const amounts = partAmounts(typed, price);
  const errors: Record<string, string> = {};
  for (const [index, amount] of amounts.slice(0, -1).entries()) {
    if (amount === null) errors[`${partPrefix(index)}amount`] = 'payment.split.amount-invalid';
    else if (amount < leastPart) errors[`${partPrefix(index)}amount`] = 'payment.split.amount-small';
  }
  const rest = amounts.at(-1) ?? null;
  const last = `${partPrefix(parts - 2)}amount`;
  if (Object.keys(errors).length === 0 && (rest === null || rest < leastPart))
    errors[last] = 'payment.split.amount-large';
  return errors;
}
