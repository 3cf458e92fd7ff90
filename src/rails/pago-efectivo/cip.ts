import type { JsonObject } from '#src/kernel/json/json.ts';

/** The code in an attempt's instructions: digits; null when there is none. */
export function readCip({ cip }: JsonObject): string | null {
  return typeof cip === 'string' && /^\d{6,14}$/.test(cip) ? cip : null;
}

/** In groups of four from the left, for reading aloud. */
export function groupedCip(cip: string): string {
  return cip.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** Reads the output of `present`; null when it is something else. */
export function readShownCip({ cip, plain }: JsonObject): { readonly shown: string; readonly plain: string } | null {
  return typeof cip === 'string' && typeof plain === 'string' ? { shown: cip, plain } : null;
}
