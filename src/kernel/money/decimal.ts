/** An exact decimal number: `units` ÷ 10^`scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const longestDecimal = 40;
const pattern = /^-?\d+(?:\.(\d+))?$/;

/**
 * Reads a plain decimal such as `0.0199`, `-12` or `1140.00` (dot, no thousands marks, at most 40 characters).
 * Throws a `RangeError` for anything else: rates and amounts in this form come from our own data, not from a buyer.
 */
export function decimal(text: string): Decimal {
  const match = text.length <= longestDecimal ? pattern.exec(text) : null;
  if (!match) throw new RangeError(`Not a decimal number: ${text.slice(0, longestDecimal)}`);
  return { units: BigInt(text.replace('.', '')), scale: match[1]?.length ?? 0 };
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** A number without its sign. */
export function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}

/**
 * Quotient rounded half-up on its magnitude (0.5 → 1, −0.5 → −1), the rule of every price in the product.
 * Throws a `RangeError` when the divisor is zero.
 */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const bottom = magnitude(divisor);
  const rounded = (2n * magnitude(dividend) + bottom) / (2n * bottom);
  return dividend * divisor < 0n ? -rounded : rounded;
}

/** The same number with `scale` decimals, rounded half-up, as bare units. */
export function rescale(value: Decimal, scale: number): bigint {
  return divideHalfUp(value.units * 10n ** BigInt(scale), 10n ** BigInt(value.scale));
}

/** Writes `units` with two decimals and a dot: 114000 → `1140.00`. Pix and other interfaces want this form. */
export function twoDecimals(units: bigint): string {
  const digits = magnitude(units).toString().padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
