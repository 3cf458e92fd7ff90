import fc from 'fast-check';
import type { ProductUnderTest } from './product.server.ts';
import type { Steps } from './step.ts';

/** One sequence of a game. What it answers tells, once everything rests, which of its own promises are broken. */
interface Sequence {
  run(installation: ProductUnderTest): Promise<() => Promise<readonly string[]>>;
}

/** What is played over the API: who acts, in which ways, and what a watcher knows of it. */
export interface Scenario {
  sequence(isQuick: boolean): fc.Arbitrary<Sequence>;
}

interface Rules<M extends object, R extends { close(): void }> {
  /** `isQuick`: nobody waits for an answer that does not come. */
  readonly steps: (isQuick: boolean) => readonly Steps<M, R>[];
  readonly begin: (installation: ProductUnderTest) => Promise<{ readonly model: M; readonly real: R }>;
  /** How many seconds must go by until everything rests. */
  readonly rests?: (model: M) => number;
  /** Its own promises, beside those of every purchase. */
  readonly atRest?: (model: M, real: R) => Promise<readonly string[]>;
  readonly length?: number;
}

export function scenario<M extends object, R extends { close(): void }>(rules: Rules<M, R>): Scenario {
  const { steps, begin, rests, atRest, length = 16 } = rules;
  return {
    sequence: (isQuick) =>
      fc.commands([...steps(isQuick)], { maxCommands: length, size: 'max' }).map((commands) => ({
        async run(installation) {
          const { model, real } = await begin(installation);
          try {
            await fc.asyncModelRun(() => ({ model, real }), commands);
          } finally {
            real.close();
          }
          const rest = rests?.(model) ?? 0;
          await installation.faults();
          if (rest > 0) await installation.advance(rest);
          return async () => (await atRest?.(model, real)) ?? [];
        },
        toString: () => String(commands),
        [fc.toStringMethod]: () => String(commands),
      })),
  };
}
