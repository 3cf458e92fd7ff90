import { timeSteps } from './faults/crash-points.ts';
import { untilIdle } from './wait-until-idle.ts';
import type { KillPlan, Service } from './product-process.ts';
import { pause } from './faults/pause.ts';
import type { ChaosEnvironment } from './environment.ts';

export interface DrainOptions {
  /** How often workers die at each place that only time brings. */
  readonly killsPerCrashPoint: number;
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
export async function drainWork(
  environment: ChaosEnvironment,
  { killsPerCrashPoint, say }: DrainOptions,
): Promise<readonly string[]> {
  const workers = environment.product.slice(-2);
  const restless: string[] = [];
  let passed = 0;
  const pass = async (seconds: number): Promise<void> => {
    passed += seconds;
    await environment.advance(seconds);
  };
  const work = async (): Promise<void> => {
    for (const one of await workThrough(environment, workers))
      restless.push(`${hours(passed)} after the faults ${one}`);
  };
  say('        good weather: coming to rest');
  for (const { afterSeconds, places } of timeSteps) {
    const plan = sharedPlan(places, killsPerCrashPoint);
    for (const worker of workers) {
      worker.dieFromStart(plan);
      if (places.length > 0) worker.kill('SIGTERM');
    }
    await pass(Math.max(1, afterSeconds - passed));
    await untilDead(environment, plan, () => pass(leaseSeconds));
    for (const [point, kills] of plan.kills()) say(`        after ${hours(passed)}: ${kills} deaths at ${point}`);
    await work();
  }
  return restless;
}

const hours = (seconds: number): string => `${Math.round(seconds / 3_600)} hours`;

/** A start runs every job that comes round; the cron's own minute would be waited for in vain. Twice: work makes work. */
async function workThrough(environment: ChaosEnvironment, workers: readonly Service[]): Promise<readonly string[]> {
  const restless: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (const worker of workers) worker.kill('SIGTERM');
    await pause(1_000);
    if (!(await environment.ready(120_000))) restless.push('a process did not get ready');
    if (!(await untilIdle(environment.database.address))) restless.push('the workers came to no end of their work');
  }
  return restless;
}

interface SharedPlan extends KillPlan {
  kills(): ReadonlyMap<string, number>;
}

/** So many deaths at each place, whoever of them dies. */
function sharedPlan(points: readonly string[], times: number): SharedPlan {
  const kills = new Map(points.map((point) => [point, 0]));
  return {
    next: () => points.find((point) => (kills.get(point) ?? 0) < times) ?? null,
    died: (at) => void kills.set(at, (kills.get(at) ?? 0) + 1),
    kills: () => kills,
  };
}

/** Waits until the plan is done, or nothing passes its places any more. */
async function untilDead(environment: ChaosEnvironment, plan: SharedPlan, lease: () => Promise<void>): Promise<void> {
  const workers = environment.product.slice(-2);
  const until = performance.now() + longestStepMs;
  const isAtWork = async (): Promise<boolean> =>
    performance.now() < until && !(await untilIdle(environment.database.address, atWorkMs));
  const kills = (): number => [...plan.kills().values()].reduce((sum, one) => sum + one, 0);
  let seen = kills();
  let since = performance.now();
  let isLeased = false;
  while (plan.next() !== null) {
    await pause(250);
    if (kills() > seen) {
      seen = kills();
      since = performance.now();
      isLeased = false;
    } else if (performance.now() - since > nobodyDiesMs && !(await isAtWork()) && kills() === seen) {
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
