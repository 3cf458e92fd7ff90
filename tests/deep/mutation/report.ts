import type { Mutant, Score } from './score.ts';

/** What is printed about a group: its figures, then each survivor with what was put in its place. */
export function linesOf(
  name: string,
  of: { readonly files: number; readonly seconds: number; readonly bar: number },
  score: Score,
): string[] {
  const { mutants, killed, byTime, percent, survivors, equivalent, unloadable, stale } = score;
  return [
    `${name}: ${percent.toFixed(1)} % (bar ${of.bar} %), ${killed} of ${mutants} killed (${byTime} by time), files: ${of.files}; ` +
      `${survivors.length} survived, ${equivalent} equivalent, ${unloadable} could not be loaded; ${of.seconds} s`,
    ...survivors.map((mutant) => `  survived  ${shown(mutant)}`),
    ...stale.map(
      ({ file, original, replacement }) => `  explained, but not alive  ${file} ${original} -> ${replacement}`,
    ),
  ];
}

function shown({ file, line, mutator, original, replacement, status }: Mutant): string {
  const note = status === 'NoCoverage' ? ' (no test comes here)' : '';
  return `${file}:${line} ${mutator}: ${onOneLine(original)} -> ${onOneLine(replacement)}${note}`;
}

function onOneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ');
}
