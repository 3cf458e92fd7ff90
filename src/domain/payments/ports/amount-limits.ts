/** Limits of one charge, minor units; absent = no known limit. */
export interface AmountLimits {
  readonly least?: bigint;
  readonly most?: bigint;
}

/** Why an amount cannot be charged so, and the limit that it breaks. */
export interface AmountProblem {
  readonly code: 'amount-below-limit' | 'amount-above-limit';
  /** Minor units. */
  readonly limit: bigint;
}

/** The strictest of some limits. */
export function strictestLimits(...all: readonly (AmountLimits | undefined)[]): AmountLimits {
  const least = all.flatMap((one) => one?.least ?? []).toSorted(descending)[0];
  const most = all
    .flatMap((one) => one?.most ?? [])
    .toSorted(descending)
    .at(-1);
  return { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

const descending = (a: bigint, b: bigint): number => (a < b ? 1 : a > b ? -1 : 0);

/** The limit that an amount exceeds; null when it is within both, or when nothing is charged. */
export function amountProblem(amount: bigint, { least, most }: AmountLimits): AmountProblem | null {
  if (amount === 0n) return null;
  if (least !== undefined && amount < least) return { code: 'amount-below-limit', limit: least };
  return most !== undefined && amount > most ? { code: 'amount-above-limit', limit: most } : null;
}
