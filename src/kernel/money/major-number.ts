import { twoDecimals } from './decimal.ts';

/** 114000 → 1140: for interfaces that want money as a JSON number of whole units (GA4). Never for reckoning. */
export function majorNumber(units: bigint): number {
  return Number(twoDecimals(units));
}
