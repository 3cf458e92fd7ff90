import { timePlaces } from './crash-points.ts';
import { untilQuiet } from './quiet.ts';
import type { Service } from './service.ts';
import { pause, type Stage } from './stage.ts';

export interface RestOptions {
  /** How often workers die at each place that only time brings. */
  readonly deathsPerPlace: number;
  readonly say: (text: string) => void;
}

const day = 86_400;
/** Steps of everybody's time after the faults, in seconds: past each retry of a message, codes' lives, and the last slips. */
const firstSteps = [90, 600] as const;
/** The last ones: past every wait and try of what a year brought. */
const lastSteps = [600, 3 * day, day] as const;
/** Longer than a worker's lease of work: what one had that died is taken again. */
const leaseSeconds = 310;
/** Nobody has died for so long: nothing is left that passes the place. */
const nobodyDiesMs = 30_000;

/**
 * In good weather a year passes for everybody, and the workers do what came due. At each place that only time brings both
 * workers die again and again, and are started again.
 */
export async function comeToRest(stage: Stage, { deathsPerPlace, say }: RestOptions): Promise<void> {
  const workers = stage.product.slice(-2);
  let passed = 0;
  const pass = async (seconds: number): Promise<void> => {
    passed += seconds;
    await stage.advance(seconds);
  };
  say('        good weather: coming to rest');
  for (const seconds of firstSteps) {
    await pass(seconds);
    await work(stage, workers, say);
  }
  for (const [afterSeconds, places] of Map.groupBy(timePlaces, (place) => place.afterSeconds)) {
    const points = places.map(({ point }) => point);
    arm(workers, points, deathsPerPlace);
    await pass(Math.max(1, afterSeconds - passed));
    const deaths = await untilDead(workers, () => pass(leaseSeconds));
    for (const point of points)
      say(
        `        ${Math.round(passed / 3_600)} hours later: ${deaths.filter((one) => one === point).length} deaths at ${point}`,
      );
    await work(stage, workers, say);
  }
  for (const seconds of lastSteps) {
    await pass(seconds);
    await work(stage, workers, say);
  }
}

/** A start runs every job that comes round; the cron's own minute would be waited for in vain. Twice: work makes work. */
async function work(stage: Stage, workers: readonly Service[], say: (text: string) => void): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    for (const worker of workers) worker.kill('SIGTERM');
    await pause(1_000);
    if (!(await stage.ready(120_000))) say('        a process does not get ready');
    if (!(await untilQuiet(stage.database.address))) say('        the workers do not come to an end of their work');
  }
}

/** Both workers end, and are to die whenever they come by one of these places, so often at each in all. */
function arm(workers: readonly Service[], points: readonly string[], times: number): void {
  for (const worker of workers) {
    worker.dieFromStart(points.map((point) => ({ point, times: Math.ceil(times / workers.length) })));
    worker.kill('SIGTERM');
  }
}

/** Waits until they have died as often as they were to, or nothing passes the places any more; gives where they died. */
async function untilDead(workers: readonly Service[], lease: () => Promise<void>): Promise<readonly string[]> {
  const deaths = (): string[] => workers.flatMap((worker) => worker.diedAt());
  const before = deaths();
  let seen = before.length;
  let since = performance.now();
  let isLeased = false;
  while (workers.some((worker) => worker.deathsToCome() > 0)) {
    await pause(250);
    if (deaths().length > seen) {
      seen = deaths().length;
      since = performance.now();
      isLeased = false;
    } else if (performance.now() - since > nobodyDiesMs) {
      // Once with more time: what the dead had in hand is nobody else's before its lease is over.
      if (isLeased) break;
      isLeased = true;
      since = performance.now();
      await lease();
      for (const worker of workers) worker.kill('SIGTERM');
    }
  }
  for (const worker of workers) worker.dieFromStart([]);
  const after = deaths();
  for (const one of before) after.splice(after.indexOf(one), 1);
  return after;
}
