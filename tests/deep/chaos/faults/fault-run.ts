import path from 'node:path';
import type { CheckTask, Verdict } from '../checker.ts';
import { type FaultCounts, injectAll } from './injectors.ts';
import type { LoadTask } from '../load.ts';
import type { ChaosOptions } from '../options.ts';
import { readBuyerReports, type BuyerReport } from '../buyers/buyer-log.ts';
import { runMissedFaults } from './run-missed-faults.ts';
import { drainWork } from '../drain-work.ts';
import { fullScheduleOf, scheduleOf } from './schedule.ts';
import { startSide } from '../side-process.ts';
import { openEnvironment } from '../environment.ts';

/** What a run with faults came to. */
export interface FaultRunResult {
  readonly faultCounts: FaultCounts;
  readonly verdict: Verdict;
  readonly reported: readonly BuyerReport[];
  /** Processes that were started again, and their deaths at named places. */
  readonly starts: number;
  readonly killedAt: readonly string[];
  /** Ordered `kill -9`. */
  readonly killed: number;
  /** Ends of processes that nobody ordered. */
  readonly surprises: readonly string[];
  /** What did not come to rest, in words; empty when every process got ready again and came to an end of its work. */
  readonly restless: readonly string[];
  readonly isFull: boolean;
  readonly folder: string;
}

/** Buyers, faults, a while to come to rest, and the checker's verdict. */
export async function runWithFaults(options: ChaosOptions, say: (text: string) => void): Promise<FaultRunResult> {
  const { seed, seconds, every, isFull, rate, kills, keep } = options;
  const environment = await openEnvironment({ keep });
  try {
    if (!(await environment.ready(120_000))) throw new Error('The product did not get ready');
    say(`        everything runs in ${environment.folder}`);
    const answers = path.join(environment.folder, 'answers.jsonl');
    const check: CheckTask = {
      ...{
        address: environment.database.address,
        sandboxOrigin: environment.sandboxOrigin,
        answers,
        logs: environment.logs,
      },
      ...{ sandboxFolder: path.join(environment.folder, 'sandbox'), databaseFolder: environment.database.folder },
    };
    const checker = startSide<Verdict>('checker.ts', check);
    const task: LoadTask = {
      ...{
        shop: environment.shop,
        sandboxOrigin: environment.sandboxOrigin,
        answers,
        operatorToken: environment.operatorToken,
        seed,
        rate,
      },
      patienceMs: 90_000,
    };
    const buyers = startSide<{ buyers: number }>('load.ts', task);
    const faultRun = await injectAll(
      environment,
      isFull ? fullScheduleOf(seed) : scheduleOf(seed, seconds, every),
      say,
    );
    const faultCounts = isFull ? await runMissedFaults(environment, faultRun) : faultRun;
    await buyers.finish();
    const restless = await drainWork(environment, { killsPerCrashPoint: kills, say });
    const verdict = await checker.finish();
    return {
      ...{ faultCounts, verdict, reported: readBuyerReports(answers), restless, isFull, folder: environment.folder },
      starts: environment.product.reduce((sum, one) => sum + one.starts(), 0),
      killed: environment.product.reduce((sum, one) => sum + one.killed(), 0),
      killedAt: environment.product.flatMap((one) => one.killedAt()),
      surprises: environment.product.flatMap((one) => one.surprises()),
    };
  } finally {
    await environment.stop();
  }
}
