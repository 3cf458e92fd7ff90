import { isChosen } from './sample.ts';

interface Instrumented {
  readonly id: string;
  readonly fileName: string;
  /** Counted from 0, unlike in a report. */
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly mutatorName: string;
  readonly replacement: string;
}

/**
 * Stryker asks a checker whether a mutant would compile before it runs a test on it: those outside the sample are said not to,
 * and cost nothing.
 */
const checker = {
  init: (): Promise<void> => Promise.resolve(),
  check: (mutants: readonly Instrumented[]): Promise<Record<string, object>> => {
    const answer = (mutant: Instrumented): object => {
      const { fileName: file, location, mutatorName: mutator, replacement } = mutant;
      const at = { line: location.start.line + 1, column: location.start.column + 1 };
      return isChosen({ file, ...at, mutator, replacement })
        ? { status: 'passed' }
        : { status: 'compileError', reason: 'not in the sample' };
    };
    return Promise.resolve(Object.fromEntries(mutants.map((mutant) => [mutant.id, answer(mutant)])));
  },
};

/** Found by Stryker under this name. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', value: checker }];
