import { armAt, isSpared } from './arm.ts';
import { appPoints, placesOfStorm, workerPoints } from './crash-points.ts';
import { deathsPerPlace, leastDose } from './least-dose.ts';
import { type Doses, makeGood, strike } from './injectors.ts';
import { pause } from './pause.ts';
import { apps } from './schedule.ts';
import type { Stage } from './stage.ts';

/** At most so long: a place that nobody passes any more is said by the report. */
const longestMs = 30 * 60_000;
const everyMs = 1_500;

/**
 * Strikes again what the storm missed of its dose: faults that found nobody, and kills whose target was down, or was killed
 * before it came to its place. What this strikes hangs on what was missed, not on the seed. Gives the doses with what it struck.
 */
export async function makeUp(stage: Stage, doses: Doses): Promise<Doses> {
  const struck = { ...doses.struck };
  for (const fault of doses.again) {
    const isKill = fault.kind === 'kill' || fault.kind === 'crash-point';
    if (isKill || struck[fault.kind] >= leastDose[fault.kind]) continue;
    if (await strike(stage, fault).catch(() => false)) struck[fault.kind] += 1;
    await pause(everyMs);
  }
  await makeUpKills(stage);
  await makeGood(stage);
  return { ...doses, struck };
}

async function makeUpKills(stage: Stage): Promise<void> {
  const deaths = (point: string): number =>
    stage.product.flatMap((one) => one.diedAt()).filter((one) => one === point).length;
  const killed = (): number => stage.product.reduce((sum, one) => sum + one.killed(), 0);
  /** How often each place was armed here: one that is passed seldom keeps nobody from the others. */
  const tries = new Map<string, number>();
  const missing = (): string[] => placesOfStorm.filter((point) => deaths(point) < deathsPerPlace);
  const arming: Promise<void>[] = [];
  const until = performance.now() + longestMs;
  for (let turn = 0; performance.now() < until && (missing().length > 0 || killed() < leastDose.kill); turn += 1) {
    await pause(everyMs);
    const idle = stage.product.filter((one) => one.isReady() && !isSpared(one));
    const target = idle[turn % Math.max(1, idle.length)];
    if (!target) continue;
    const passes = stage.product.indexOf(target) < apps ? appPoints : workerPoints;
    // In turn: a place that is passed seldom keeps nobody from being killed elsewhere.
    const [point] = (turn % 2 === 0 && killed() < leastDose.kill ? [] : missing())
      .filter((one) => passes.includes(one))
      .sort((one, other) => (tries.get(one) ?? 0) - (tries.get(other) ?? 0));
    if (point !== undefined) {
      tries.set(point, (tries.get(point) ?? 0) + 1);
      arming.push(armAt(stage, target, point));
    } else if (killed() < leastDose.kill) target.kill('SIGKILL');
  }
  await Promise.all(arming);
}
