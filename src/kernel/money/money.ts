/** ISO 4217 codes of the three markets; all have two decimals. */
export const currencies = ['BRL', 'MZN', 'PEN'] as const;
export type Currency = (typeof currencies)[number];

/** An amount in minor units (cents, centavos, céntimos) and its currency. Never a float. */
export interface Money {
  readonly amount: bigint;
  readonly currency: Currency;
}

/** Builds a `Money`; `amount` in minor units. */
export function money(amount: bigint, currency: Currency): Money {
  return { amount, currency };
}

export function isCurrency(value: unknown): value is Currency {
  return currencies.some((currency) => currency === value);
}

/** Sum of two amounts of one currency. Throws when the currencies differ: mixing them is a bug. */
export function add(left: Money, right: Money): Money {
  return money(left.amount + amountIn(left.currency, right), left.currency);
}

/** Difference of two amounts of one currency; may be negative. Throws when the currencies differ. */
export function subtract(left: Money, right: Money): Money {
  return money(left.amount - amountIn(left.currency, right), left.currency);
}

/** −1, 0 or 1, as `Array.sort` wants. Throws when the currencies differ. */
export function compare(left: Money, right: Money): -1 | 0 | 1 {
  const other = amountIn(left.currency, right);
  return left.amount < other ? -1 : left.amount > other ? 1 : 0;
}

function amountIn(currency: Currency, value: Money): bigint {
  if (value.currency !== currency) throw new TypeError(`Cannot mix ${currency} and ${value.currency}`);
  return value.amount;
}
