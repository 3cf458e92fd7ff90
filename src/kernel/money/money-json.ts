/** Minor units as a JSON number. Throws a `RangeError` beyond ±2^53−1: such an amount is a bug, not a price. */
export function unitsToJson(amount: bigint): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new RangeError('Amount outside the safe range');
  return number;
}
