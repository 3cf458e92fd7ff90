import { passesLuhn } from './luhn.ts';

/** 13 to 19 digits, bare or in groups. */
const digitRuns = /(?<![\d])\d(?:[ -]?\d){12,18}(?![\d])/g;
/** How the card schemes' numbers begin. */
const issuerPrefix = /^(3[0-9]|4|5|6|2[2-7])/;
/** Texts are looked at so far and no further. */
const longest = 10_000;

/** The digits of the first thing in a text that has a card's prefix, length and check digit; null when there is none. */
export function cardLikeIn(text: string): string | null {
  for (const [run] of text.slice(0, longest).matchAll(digitRuns)) {
    const digits = run.replaceAll(/[ -]/g, '');
    if (issuerPrefix.test(digits) && passesLuhn(digits)) return digits;
  }
  return null;
}
