import path from 'node:path';
import type { CheckTask, Verdict } from './checker.ts';
import { type Doses, strikeAll } from './injectors.ts';
import type { LoadTask } from './load.ts';
import type { ChaosOptions } from './options.ts';
import { readTold, type Told } from './answers-log.ts';
import { scheduleOf } from './schedule.ts';
import { startSide } from './side-process.ts';
import { openStage, pause, type Stage } from './stage.ts';

/** What a run with faults came to. */
export interface StormResult {
  readonly doses: Doses;
  readonly verdict: Verdict;
  readonly told: readonly Told[];
  /** Processes that were started again, and their deaths at named places. */
  readonly starts: number;
  readonly diedAt: readonly string[];
  /** Ends of processes that nobody ordered. */
  readonly surprises: readonly string[];
  readonly isReadyAgain: boolean;
  readonly folder: string;
}

const day = 86_400;
/** Steps of everybody's time after the faults, in seconds: past each retry of a message, codes' lives, and a renewal. */
const afterwards = [90, 600, 3 * 3_600, 3 * day] as const;
/** With what passes before it: past the day on which a year's plan is charged again. */
const aYear = 363 * day;

/** Buyers, faults, a while to come to rest, and the checker's verdict. */
export async function runStorm(options: ChaosOptions, say: (text: string) => void): Promise<StormResult> {
  const { seed, seconds, rate, keep } = options;
  const stage = await openStage({ keep });
  try {
    if (!(await stage.ready(120_000))) throw new Error('The product did not get ready');
    say(`        everything runs in ${stage.folder}`);
    const answers = path.join(stage.folder, 'answers.jsonl');
    const check: CheckTask = {
      ...{ address: stage.database.address, outside: stage.outside, answers, logs: stage.logs },
      ...{ outsideFolder: path.join(stage.folder, 'outside'), databaseFolder: stage.database.folder },
    };
    const checker = startSide<Verdict>('checker.ts', check);
    const task: LoadTask = {
      ...{ shop: stage.shop, outside: stage.outside, answers, operatorToken: stage.operatorToken, seed, rate },
      patienceMs: 90_000,
    };
    const buyers = startSide<{ buyers: number }>('load.ts', task);
    const doses = await strikeAll(stage, scheduleOf(seed, seconds), say);
    await buyers.finish();
    const isReadyAgain = await stage.ready(60_000);
    await comeToRest(stage, say);
    const verdict = await checker.finish();
    return {
      ...{ doses, verdict, told: readTold(answers), isReadyAgain, folder: stage.folder },
      starts: stage.product.reduce((sum, one) => sum + one.starts(), 0),
      diedAt: stage.product.flatMap((one) => one.diedAt()),
      surprises: stage.product.flatMap((one) => one.surprises()),
    };
  } finally {
    await stage.stop();
  }
}

/** Time passes for everybody, and the workers do what came due: half of a year's renewals die at a named place first. */
async function comeToRest(stage: Stage, say: (text: string) => void): Promise<void> {
  say('        good weather: coming to rest');
  await restFor(stage, afterwards);
  for (const worker of stage.product.slice(-2)) worker.order({ kind: 'crash-at', point: 'renewal-after-gateway' });
  say('        a year passes: renewals, and a kill -9 of both workers in the middle of them');
  await restFor(stage, [aYear, 600, day]);
}

async function restFor(stage: Stage, steps: readonly number[]): Promise<void> {
  for (const seconds of steps) {
    await stage.advance(seconds);
    // A start runs every job that comes round; the cron's own minute would be waited for in vain.
    for (const worker of stage.product.slice(-2)) worker.kill('SIGTERM');
    await pause(1_000);
    await stage.ready(60_000);
    await pause(1_500);
  }
}
