import type { EarningTerms, PointsAccount } from './programme.port.ts';

/** The value of points in minor units, rounded down: the programme never pays for a fraction of a point. */
export function valueOfPoints(points: number, pointsPerUnit: number): bigint {
  return (BigInt(points) * 100n) / BigInt(pointsPerUnit);
}

/** A price in two parts, minor units: the value of points, and the rest. The two always sum to the price. */
export interface PriceSplit {
  readonly inPoints: bigint;
  readonly inMoney: bigint;
}

/** The fewest points that cover an amount (minor units), in whole points. */
export function pointsToCover(amount: bigint, pointsPerUnit: number): number {
  return Number((amount * BigInt(pointsPerUnit) + 99n) / 100n);
}

/**
 * Null when the points are worth more than the price. The fewest points that cover the whole price pay it exactly: of the
 * last point, what is left over is lost.
 */
export function splitPrice(price: bigint, points: number, pointsPerUnit: number): PriceSplit | null {
  const inPoints = valueOfPoints(points, pointsPerUnit);
  if (inPoints <= price) return { inPoints, inMoney: price - inPoints };
  return points === pointsToCover(price, pointsPerUnit) ? { inPoints: price, inMoney: 0n } : null;
}

/** The least rest in money (minor units), unless there is none: gateways charge no few cents. */
const minimumRemainder = 100n;

/** The points that may be redeemed for a price. */
export interface PointsRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Points that pay the whole price, outside the steps where need be; null when the member has fewer. */
  readonly whole: number | null;
}

/**
 * From the fewest that the programme takes to the most that the member has and the price is worth, in whole steps, and
 * the whole price on top; null when that leaves nothing to choose.
 */
export function pointsRange(account: PointsAccount, price: bigint): PointsRange | null {
  const { points, pointsPerUnit, minimum, step } = account;
  const exact = pointsToCover(price, pointsPerUnit);
  const whole = exact <= points && exact >= minimum ? exact : null;
  const spare = price - minimumRemainder;
  const forPart = spare <= 0n ? 0 : Number((spare * BigInt(pointsPerUnit)) / 100n);
  const steps = Math.floor((Math.min(points, forPart) - minimum) / step);
  if (steps >= 0) return { min: minimum, max: minimum + steps * step, step, whole };
  return whole === null ? null : { min: whole, max: whole, step, whole };
}

/** The nearest number of points in the range. */
export function roundToStep(points: number, { min, max, step, whole }: PointsRange): number {
  if (!Number.isFinite(points)) return min;
  if (whole !== null && points >= (max + whole) / 2) return whole;
  const steps = Math.round((Math.min(max, Math.max(min, points)) - min) / step);
  return min + steps * step;
}

/** Whether a number of points is in the range. */
export function isInRange(points: number, { min, max, whole }: PointsRange): boolean {
  return points >= min && points <= (whole ?? max);
}

/** The points that a price earns: for whole units only, and none with a voucher. */
export function earnedPoints(price: bigint, { pointsPerUnit }: EarningTerms, hasVoucher: boolean): number {
  const points = (price / 100n) * BigInt(pointsPerUnit);
  return hasVoucher ? 0 : Number(points);
}
