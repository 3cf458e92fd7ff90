import { drawLetters, readLetters } from '#src/kernel/ids/spoken-letters.ts';

const length = 6;

/** A new code out of random bytes; some 113 million of them. Null when there are too few bytes. */
export function makeClaimCode(bytes: Iterable<number>): string | null {
  return drawLetters(bytes, length);
}

/** What somebody typed, in the form in which codes are kept; null when it cannot be one. */
export function readClaimCode(typed: string): string | null {
  return readLetters(typed, length);
}

/** `BCD-FGH`, as people read it. */
export function showClaimCode(code: string): string {
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}
