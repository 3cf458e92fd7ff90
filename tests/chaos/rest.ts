import { timeSteps } from './crash-points.ts';
import { untilQuiet } from './quiet.ts';
import type { DeathPlan, Service } from './service.ts';
import { pause } from './pause.ts';
import type { Stage } from './stage.ts';

export interface RestOptions {
  /** How often workers die at each place that only time brings. */
  readonly deathsPerPlace: number;
  readonly say: (text: string) => void;
}

/** Longer than a worker's lease of work: what one had that died is taken again. */
const leaseSeconds = 310;
/** Nobody has died for so long, and next to nothing is written: nothing is left that passes the place. */
const nobodyDiesMs = 15_000;
/** Who is at work may come to the place yet: a year's terms are thousands. At most so long for one step. */
const longestStepMs = 8 * 60_000;
const atWorkMs = 6_000;

/**
 * In good weather a year passes for everybody, and the workers do what came due. At each place that only time brings both
 * workers die again and again, and are started again. Gives what did not come to rest, in words; nothing when all did.
 */
export async function comeToRest(stage: Stage, { deathsPerPlace, say }: RestOptions): Promise<readonly string[]> {
  const workers = stage.product.slice(-2);
  const restless: string[] = [];
  let passed = 0;
  const pass = async (seconds: number): Promise<void> => {
    passed += seconds;
    await stage.advance(seconds);
  };
  const work = async (): Promise<void> => {
    for (const one of await workThrough(stage, workers)) restless.push(`${hours(passed)} after the faults ${one}`);
  };
  say('        good weather: coming to rest');
  for (const { afterSeconds, places } of timeSteps) {
    const plan = sharedPlan(places, deathsPerPlace);
    for (const worker of workers) {
      worker.dieFromStart(plan);
      if (places.length > 0) worker.kill('SIGTERM');
    }
    await pass(Math.max(1, afterSeconds - passed));
    await untilDead(stage, plan, () => pass(leaseSeconds));
    for (const [point, deaths] of plan.deaths()) say(`        after ${hours(passed)}: ${deaths} deaths at ${point}`);
    await work();
  }
  return restless;
}

const hours = (seconds: number): string => `${Math.round(seconds / 3_600)} hours`;

/** A start runs every job that comes round; the cron's own minute would be waited for in vain. Twice: work makes work. */
async function workThrough(stage: Stage, workers: readonly Service[]): Promise<readonly string[]> {
  const restless: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (const worker of workers) worker.kill('SIGTERM');
    await pause(1_000);
    if (!(await stage.ready(120_000))) restless.push('a process did not get ready');
    if (!(await untilQuiet(stage.database.address))) restless.push('the workers came to no end of their work');
  }
  return restless;
}

interface SharedPlan extends DeathPlan {
  deaths(): ReadonlyMap<string, number>;
}

/** So many deaths at each place, whoever of them dies. */
function sharedPlan(points: readonly string[], times: number): SharedPlan {
  const deaths = new Map(points.map((point) => [point, 0]));
  return {
    next: () => points.find((point) => (deaths.get(point) ?? 0) < times) ?? null,
    died: (at) => void deaths.set(at, (deaths.get(at) ?? 0) + 1),
    deaths: () => deaths,
  };
}

/** Waits until the plan is done, or nothing passes its places any more. */
async function untilDead(stage: Stage, plan: SharedPlan, lease: () => Promise<void>): Promise<void> {
  const workers = stage.product.slice(-2);
  const until = performance.now() + longestStepMs;
  const isAtWork = async (): Promise<boolean> =>
    performance.now() < until && !(await untilQuiet(stage.database.address, atWorkMs));
  const deaths = (): number => [...plan.deaths().values()].reduce((sum, one) => sum + one, 0);
  let seen = deaths();
  let since = performance.now();
  let isLeased = false;
  while (plan.next() !== null) {
    await pause(250);
    if (deaths() > seen) {
      seen = deaths();
      since = performance.now();
      isLeased = false;
    } else if (performance.now() - since > nobodyDiesMs && !(await isAtWork()) && deaths() === seen) {
      // Once with more time: what the dead had in hand is nobody else's before its lease is over.
      if (isLeased) break;
      isLeased = true;
      since = performance.now();
      await lease();
      for (const worker of workers) worker.kill('SIGTERM');
    }
  }
  for (const worker of workers) worker.dieFromStart(null);
}
