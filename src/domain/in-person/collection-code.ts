import { generateReadableCode, parseReadableCode } from '#src/kernel/ids/readable-code.ts';

const length = 6;

/** A new code out of random bytes; some 113 million of them. Null when there are too few bytes. */
export function generateCollectionCode(bytes: Iterable<number>): string | null {
  return generateReadableCode(bytes, length);
}

/** What somebody typed, in the form in which codes are kept; null when it cannot be one. */
export function parseCollectionCode(typed: string): string | null {
  return parseReadableCode(typed, length);
}

/** `BCD-FGH`, as people read it. */
export function formatCollectionCode(code: string): string {
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}
