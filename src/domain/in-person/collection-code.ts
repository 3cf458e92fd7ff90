import { generateReadableCode, parseReadableCode } from '#src/kernel/ids/readable-code.ts';

const length = 6;

/** A new code out of random bytes; some 113 million of them. Null when there are too few bytes. */
export function generateCollectionCode(bytes: Iterable<number>): string | null {
  return generateReadableCode(bytes, length);
}

/** A typed code in its stored form; null when it cannot be one. */
export function parseCollectionCode(typed: string): string | null {
  return parseReadableCode(typed, length);
}

/** The displayed form of a code, `BCD-FGH`. */
export function formatCollectionCode(code: string): string {
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}
