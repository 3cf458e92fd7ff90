import path from 'node:path';
import type { CheckTask, Verdict } from './checker.ts';
import { type Doses, strikeAll } from './injectors.ts';
import type { LoadTask } from './load.ts';
import type { ChaosOptions } from './options.ts';
import { readTold, type Told } from './answers-log.ts';
import { makeUp } from './make-up.ts';
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
export async function runStorm(options: ChaosOptions, say: (text: string) => void): Promise<StormResult> {
  const { seed, seconds, every, isFull, rate, deaths, keep } = options;
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
    const storm = await strikeAll(stage, isFull ? fullScheduleOf(seed) : scheduleOf(seed, seconds, every), say);
    const doses = isFull ? await makeUp(stage, storm) : storm;
    await buyers.finish();
    const restless = await comeToRest(stage, { deathsPerPlace: deaths, say });
    const verdict = await checker.finish();
    return {
      ...{ doses, verdict, told: readTold(answers), restless, isFull, folder: stage.folder },
      starts: stage.product.reduce((sum, one) => sum + one.starts(), 0),
      killed: stage.product.reduce((sum, one) => sum + one.killed(), 0),
      diedAt: stage.product.flatMap((one) => one.diedAt()),
      surprises: stage.product.flatMap((one) => one.surprises()),
    };
  } finally {
    await stage.stop();
  }
}
