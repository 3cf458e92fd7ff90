import type { EarningTerms, PointsAccount } from './programme.port.ts';

/** What points are worth in minor units, rounded down: the programme never pays for a fraction of a point. */
export function valueOfPoints(points: number, pointsPerUnit: number): bigint {
  return (BigInt(points) * 100n) / BigInt(pointsPerUnit);
}

/** A price in two parts, minor units: what points are worth, and the rest. The two always come to the price. */
export interface PriceSplit {
  readonly inPoints: bigint;
  readonly inMoney: bigint;
}

/** Null when the points are worth more than the price. */
export function splitPrice(price: bigint, points: number, pointsPerUnit: number): PriceSplit | null {
  const inPoints = valueOfPoints(points, pointsPerUnit);
  return inPoints > price ? null : { inPoints, inMoney: price - inPoints };
}

/** How many points may be taken for a price. */
export interface PointsRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/**
 * From the fewest that the programme takes to the most that the member has and the price is worth, in whole steps; null
 * when that leaves nothing to choose.
 */
export function pointsRange(account: PointsAccount, price: bigint): PointsRange | null {
  const { points, pointsPerUnit, minimum, step } = account;
  const forPrice = Number((price * BigInt(pointsPerUnit)) / 100n);
  const most = Math.min(points, forPrice);
  const steps = Math.floor((most - minimum) / step);
  return steps < 0 ? null : { min: minimum, max: minimum + steps * step, step };
}

/** The nearest number of points that may be taken. */
export function fitPoints(points: number, { min, max, step }: PointsRange): number {
  if (!Number.isFinite(points)) return min;
  const steps = Math.round((Math.min(max, Math.max(min, points)) - min) / step);
  return min + steps * step;
}

/** The points that a price earns: for whole units only, and none for a price that a voucher made. */
export function earnedPoints(price: bigint, { pointsPerUnit }: EarningTerms, hasVoucher: boolean): number {
  const points = (price / 100n) * BigInt(pointsPerUnit);
  return hasVoucher ? 0 : Number(points);
}
