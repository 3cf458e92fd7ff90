import fc from 'fast-check';
import { scenarios } from './scenarios.ts';
import type { ProductUnderTest } from './product.server.ts';
import { Violation } from './violation.ts';

export interface ScenarioRun {
  readonly sequences: number;
  readonly seed: number;
  readonly path?: string;
  /** Only these games; all of them when it is absent. */
  readonly only?: readonly string[];
  /** Without companies that keep everybody waiting. */
  readonly isQuick?: boolean;
  /** It is known that a promise will be broken: not waited for, and not made smaller. */
  readonly isPlanted?: boolean;
}

/** Plays sequences against the running product. Null when all held, else the report with its seed and path. */
export async function runScenariosOverHttp(
  installation: ProductUnderTest,
  { sequences, seed, path, only, isQuick = false, isPlanted = false }: ScenarioRun,
): Promise<string | null> {
  const chosen = (only ?? Object.keys(scenarios)).map((name) => {
    const found = scenarios[name];
    if (!found) throw new Error(`No game is called ${name}: ${Object.keys(scenarios).join(', ')}`);
    return found.sequence(isQuick);
  });
  const property = fc.asyncProperty(fc.oneof(...chosen), async (sequence) => {
    let broken: () => Promise<readonly string[]>;
    try {
      broken = await sequence.run(installation);
    } finally {
      await installation.faults();
    }
    const found = await installation.newViolations(broken, isPlanted ? 2 : undefined);
    if (found.length > 0) throw new Violation(found.join('; '));
  });
  const details = await fc.check(property, {
    numRuns: sequences,
    seed,
    endOnFailure: isPlanted,
    ...(path === undefined ? {} : { path }),
  });
  if (!details.failed) return null;
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  return `${fc.defaultReportMessage(details) ?? 'failed'}\n${why}`;
}
