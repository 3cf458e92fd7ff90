import { timeProofOfWork, withProofOfWorkPage } from '#tests/support/browser/time-proof-of-work.ts';
import type { RiskLevel } from '#src/domain/risk/risk-limits.data.ts';
import type { BenchOptions } from '../support/options.ts';
import { median } from '../support/statistics.ts';
import { judge, table } from '../support/table.ts';

/** Longest work of a risk level, in milliseconds. */
interface ProofOfWorkMetric {
  readonly stage: RiskLevel;
  /** Medians of the time until a proof is handed in, at full speed and with the page's own thread slowed. */
  readonly plain: number;
  readonly slowed: number;
  /** Processor time at full speed, on average. */
  readonly processor: number;
}

export interface ProofOfWorkMetrics {
  readonly browser: string;
  readonly stages: readonly ProofOfWorkMetric[];
}

const slowdown = 6;
const limit = 1_500;
/** Levels that honest buyers meet: after mistakes of their own, and during an alarm. */
const stages: readonly RiskLevel[] = [0, 1, 2, 3];

/** Proofs of work by the product's own built script. */
export function measureProof({ rounds }: BenchOptions): Promise<ProofOfWorkMetrics> {
  return withProofOfWorkPage(async ({ page, browser, slow }) => {
    // Warm-up of the browser, not counted.
    await timeProofOfWork(page, 0, 1);
    const figures: ProofOfWorkMetric[] = [];
    for (const stage of stages) {
      await slow(1);
      const plain = await timeProofOfWork(page, stage, rounds);
      await slow(slowdown);
      const slowed = await timeProofOfWork(page, stage, rounds);
      const { processor } = plain;
      figures.push({ stage, plain: median(plain.elapsed), slowed: median(slowed.elapsed), processor });
    }
    return { browser, stages: figures };
  });
}

export function proofReport({ browser, stages: figures }: ProofOfWorkMetrics): string {
  const row = (name: string, ms: number) => ({
    name,
    value: `${ms.toFixed(0)} ms`,
    verdict: `limit ${limit} ms ${judge(ms, limit, 'at-most')}`,
  });
  const rows = figures.flatMap(({ stage, plain, slowed, processor }) => [
    row(`stage ${stage}, the page’s own thread slowed six times`, slowed),
    row(`  at full speed (${plain.toFixed(0)} ms), six times over`, plain * slowdown),
    row(`  processor time at full speed (${processor.toFixed(0)} ms), six times over`, processor * slowdown),
  ]);
  return `Chromium ${browser}, the longest work of each stage\n\n${table(rows)}`;
}
