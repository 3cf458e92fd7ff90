/**
 * Splits minor units into `count` parts that differ by at most one and sum to the whole; odd cents go to the FIRST parts
 * (100 in 7 → 15, 15, 14 …). Throws a `RangeError` when `count` is not a positive integer or the amount is negative.
 */
export function splitUnits(total: bigint, count: number): bigint[] {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`Cannot split into ${count} parts`);
  if (total < 0n) throw new RangeError('A negative amount is not split');
  const floor = total / BigInt(count);
  const odd = Number(total % BigInt(count));
  return Array.from({ length: count }, (_, index) => (index < odd ? floor + 1n : floor));
}
