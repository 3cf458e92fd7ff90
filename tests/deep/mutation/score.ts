import type { Equivalent } from './equivalent-mutants.ts';

/** One change of the product's code and how it fared, as far as it is reported. `line` counts from 1. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** That line, without what it is indented by. */
  readonly source: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly status: string;
}

export interface Score {
  readonly mutants: number;
  readonly killed: number;
  /** How many of those ran out of time instead of failing a test: a machine that stands still makes such, too. */
  readonly byTime: number;
  /** Killed of all that could be tried, in percent; equivalent ones count as not killed. 0 when there was none. */
  readonly percent: number;
  /** Not killed, and nobody has said why that is right. */
  readonly survivors: readonly Mutant[];
  readonly equivalent: number;
  /** Broke the loading of their file: neither killed nor alive, and in no figure. */
  readonly unloadable: number;
  /** Explanations of mutants that do not survive, or are not there any more. */
  readonly stale: readonly Equivalent[];
}

const dead: ReadonlySet<string> = new Set(['Killed', 'Timeout']);
const alive: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

/** Counts the mutants of a group. `explained`: those of the same files that change nothing that anybody can see. */
export function scoreOf(mutants: readonly Mutant[], explained: readonly Equivalent[]): Score {
  const killed = mutants.filter(({ status }) => dead.has(status)).length;
  const living = mutants.filter(({ status }) => alive.has(status));
  const tried = killed + living.length;
  const survivors = living.filter((mutant) => !explained.some((one) => isOf(one, mutant)));
  return {
    mutants: tried,
    killed,
    byTime: mutants.filter(({ status }) => status === 'Timeout').length,
    percent: tried === 0 ? 0 : (100 * killed) / tried,
    survivors,
    equivalent: living.length - survivors.length,
    unloadable: mutants.length - tried,
    stale: explained.filter((one) => !living.some((mutant) => isOf(one, mutant))),
  };
}

function isOf({ file, source, original, replacement }: Equivalent, mutant: Mutant): boolean {
  const isThere = file === mutant.file && source === mutant.source;
  return isThere && original === mutant.original && replacement === mutant.replacement;
}
