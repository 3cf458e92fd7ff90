import { money } from './money.ts';
import type { Money } from './money.ts';

/**
 * Splits an amount into `count` parts that differ by at most one minor unit and sum to the whole; odd cents go to the
 * FIRST parts (100 in 7 → 15, 15, 14 …). Throws a `RangeError` when `count` is not a positive integer or the amount is
 * negative.
 */
export function split(total: Money, count: number): Money[] {
  return splitUnits(total.amount, count).map((amount) => money(amount, total.currency));
}

/** `split` on bare minor units. */
export function splitUnits(total: bigint, count: number): bigint[] {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`Cannot split into ${count} parts`);
  if (total < 0n) throw new RangeError('A negative amount is not split');
  const floor = total / BigInt(count);
  const odd = Number(total % BigInt(count));
  return Array.from({ length: count }, (_, index) => (index < odd ? floor + 1n : floor));
}

/**
 * Allocates an amount in proportion to whole-number weights, e.g. a discount over order lines. Parts sum to the whole;
 * each is rounded down and the remaining cents go one each to the first parts whose weight is not zero.
 * Throws a `RangeError` for a negative amount or weight, or when no weight is above zero.
 */
export function allocate(total: Money, weights: readonly bigint[]): Money[] {
  if (total.amount < 0n) throw new RangeError('A negative amount is not shared out');
  if (weights.some((weight) => weight < 0n)) throw new RangeError('A weight is never negative');
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) throw new RangeError('At least one weight must be above zero');
  const parts = weights.map((weight) => (total.amount * weight) / whole);
  let left = total.amount - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part, index) => {
    const takesOdd = left > 0n && weights[index] !== 0n;
    if (takesOdd) left -= 1n;
    return money(takesOdd ? part + 1n : part, total.currency);
  });
}
