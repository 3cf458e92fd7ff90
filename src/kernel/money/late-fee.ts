import { decimal, divideHalfUp, multiplyDecimals, rescale } from './decimal.ts';

/** Percentages as decimal text: `fine` once, `monthlyInterest` a month, counted by the day (30 days to a month). */
export interface LateRates {
  readonly fine: string;
  readonly monthlyInterest: string;
}

/** Cost of a late payment, in minor units. */
export interface LateFee {
  readonly fine: bigint;
  readonly interest: bigint;
}

const daysOfMonth = 30n;
/** Maximum fine for consumers (Brazil, CDC art. 52, § 1), in percent. */
export const maxFinePercent = 2;

/** Fine and interest on an amount that is so many days late; nothing when it is not late. Each rounded half-up. */
export function lateFee(amount: bigint, { fine, monthlyInterest }: LateRates, daysLate: number): LateFee {
  if (daysLate <= 0) return { fine: 0n, interest: 0n };
  const month = multiplyDecimals(decimal(monthlyInterest), { units: amount * BigInt(daysLate), scale: 2 });
  return {
    fine: rescale(multiplyDecimals(decimal(fine), { units: amount, scale: 2 }), 0),
    interest: divideHalfUp(month.units, daysOfMonth * 10n ** BigInt(month.scale)),
  };
}
