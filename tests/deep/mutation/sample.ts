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

/** A part of the mutants: `share` of 0 to 1; another number of `draw` draws others. */
export interface Sample {
  readonly share: number;
  readonly draw: number;
}

/** Every mutant there is. */
export const everyMutant: Sample = { share: 1, draw: 1 };

/**
 * Whether a mutant is among the part that is tried. A draw gives the same ones each time, by a hash of what they are, and whatever
 * is in a smaller share of it is in a larger one too.
 */
export function isInSample(place: Place, { share, draw }: Sample): boolean {
  const name = [...(draw === 1 ? [] : [draw]), keyOf(place)].join('\n');
  return createHash('sha256').update(name).digest().readUInt32BE() < share * 2 ** 32;
}

/** Names a mutant in a file of the project or of a copy of it. */
export function keyOf({ file, line, column, mutator, replacement }: Place): string {
  return [path.basename(file), line, column, mutator, replacement].join('\n');
}

/** Whether a run that tries a part only tries this mutant: one of `MUTATION_SURVIVORS`, else of `MUTATION_SAMPLE`, as in `0.2 1`. */
export function isChosen(place: Place): boolean {
  const survivors: unknown = JSON.parse(process.env['MUTATION_SURVIVORS'] ?? '[]');
  if (Array.isArray(survivors) && survivors.length > 0) return survivors.includes(keyOf(place));
  const [share = 0, draw = 1] = (process.env['MUTATION_SAMPLE'] ?? '').split(' ').map(Number);
  return isInSample(place, { share, draw });
}

/** Half of the width within which the true percentage lies 19 times of 20, in percent points, when `tried` of many were drawn. */
export function marginOf(percent: number, tried: number): number {
  const part = percent / 100;
  return tried === 0 ? 100 : 196 * Math.sqrt((part * (1 - part)) / tried);
}
