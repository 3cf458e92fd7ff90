import { divideHalfUp } from '#src/kernel/money/decimal.ts';

/** A price (minor units) and the days that it pays for. */
export interface DailyPrice {
  readonly amount: bigint;
  readonly days: number;
}

/** What the rest of a term comes to. Minor units, each rounded half-up by itself. */
export interface Proration {
  /** What was paid for the days that are left. */
  readonly credit: bigint;
  /** What they cost on the new plan. */
  readonly charge: bigint;
  /** The difference, never below nothing. */
  readonly due: bigint;
}

/** Sets the unused days of all that was paid against the same days at the new price. */
export function prorateByDay(paid: readonly DailyPrice[], next: DailyPrice, daysLeft: number): Proration {
  const credit = paid.reduce((sum, one) => sum + partOf(one, Math.min(daysLeft, one.days)), 0n);
  const charge = partOf(next, daysLeft);
  return { credit, charge, due: charge > credit ? charge - credit : 0n };
}

function partOf({ amount, days }: DailyPrice, daysLeft: number): bigint {
  return divideHalfUp(amount * BigInt(daysLeft), BigInt(days));
}
