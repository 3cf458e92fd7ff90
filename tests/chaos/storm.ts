import path from 'node:path';
import type { CheckTask, Verdict } from './checker.ts';
import { type Doses, strikeAll } from './injectors.ts';
import type { LoadTask } from './load.ts';
import type { ChaosOptions } from './options.ts';
import { readTold, type Told } from './answers-log.ts';
import { comeToRest } from './rest.ts';
import { fullScheduleOf, scheduleOf } from './schedule.ts';
import { startSide } from './side-process.ts';
import { openStage } from './stage.ts';

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

/** Deaths at each named place in a full run, as the reliability notes have it (3.4); otherwise each worker dies once. */
const deathsPerPlace = 20;

/** Buyers, faults, a while to come to rest, and the checker's verdict. */
export async function runStorm(options: ChaosOptions, say: (text: string) => void): Promise<StormResult> {
  const { seed, seconds, isFull, rate, keep } = options;
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
    const doses = await strikeAll(stage, isFull ? fullScheduleOf(seed) : scheduleOf(seed, seconds), say);
    await buyers.finish();
    const isReadyAgain = await stage.ready(60_000);
    await comeToRest(stage, { deathsPerPlace: isFull ? deathsPerPlace : 2, say });
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
