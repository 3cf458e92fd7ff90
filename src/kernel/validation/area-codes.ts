import type { Region } from '#src/kernel/locale/regions.ts';

/** Area codes (DDD) by state of Brazil, by Anatel's numbering plan; 42, 47, 49 and 61 serve two states each. */
export const areaCodesByState: Readonly<Record<Region['code'], readonly number[]>> = {
  AC: [68],
  AL: [82],
  AP: [96],
  AM: [92, 97],
  BA: [71, 73, 74, 75, 77],
  CE: [85, 88],
  DF: [61],
  ES: [27, 28],
  GO: [61, 62, 64],
  MA: [98, 99],
  MT: [65, 66],
  MS: [67],
  MG: [31, 32, 33, 34, 35, 37, 38],
  PA: [91, 93, 94],
  PB: [83],
  PR: [41, 42, 43, 44, 45, 46, 47, 49],
  PE: [81, 87],
  PI: [86, 89],
  RJ: [21, 22, 24],
  RN: [84],
  RS: [51, 53, 54, 55],
  RO: [69],
  RR: [95],
  SC: [42, 47, 48, 49],
  SP: [11, 12, 13, 14, 15, 16, 17, 18, 19],
  SE: [79],
  TO: [63],
};

/** Every area code in use, in order. */
export const areaCodes: readonly number[] = [...new Set(Object.values(areaCodesByState).flat())].sort(
  (left, right) => left - right,
);

export function isAreaCode(code: number): boolean {
  return areaCodes.includes(code);
}
