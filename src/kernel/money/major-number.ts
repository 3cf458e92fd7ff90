import { twoDecimals } from './decimal.ts';

/** 114000 → 1140: for interfaces that require money as a JSON number of whole units (GA4). Never for arithmetic. */
export function majorNumber(units: bigint): number {
  return Number(twoDecimals(units));
}
