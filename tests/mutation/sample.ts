import { createHash } from 'node:crypto';
import path from 'node:path';

/** What tells one mutant of a file from another. `line` and `column` count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly replacement: string;
}

/**
 * Whether a mutant is among the part that is tried. Each run draws the same ones, by a hash of what they are; `share` of 0 to 1,
 * and whatever is in a smaller share is in a larger one too.
 */
export function isInSample({ file, line, column, mutator, replacement }: Place, share: number): boolean {
  const name = [path.basename(file), line, column, mutator, replacement].join('\n');
  return createHash('sha256').update(name).digest().readUInt32BE() < share * 2 ** 32;
}

/** Half of the width within which the true percentage lies 19 times of 20, in percent points, when `tried` of many were drawn. */
export function marginOf(percent: number, tried: number): number {
  const part = percent / 100;
  return tried === 0 ? 100 : 196 * Math.sqrt((part * (1 - part)) / tried);
}
