import { armCrash, isProtected } from './crash-arming.ts';
import { appPoints, crashPointsOfRun, workerPoints } from './crash-points.ts';
import { killsPerCrashPoint, minimumFaults } from './minimum-faults.ts';
import { type FaultCounts, undoFault, inject } from './injectors.ts';
import { pause } from './pause.ts';
import { apps } from './schedule.ts';
import type { ChaosEnvironment } from '../environment.ts';

/** At most so long: a place that nobody passes any more is said by the report. */
const longestMs = 30 * 60_000;
const everyMs = 1_500;

/**
 * Strikes again what the storm missed of its dose: faults that found nobody, and kills whose target was down, or was killed
 * before it came to its place. What this strikes hangs on what was missed, not on the seed. Gives the doses with what it struck.
 */
export async function runMissedFaults(environment: ChaosEnvironment, faultCounts: FaultCounts): Promise<FaultCounts> {
  const struck = { ...faultCounts.struck };
  for (const fault of faultCounts.again) {
    const isKill = fault.kind === 'kill' || fault.kind === 'crash-point';
    if (isKill || struck[fault.kind] >= minimumFaults[fault.kind]) continue;
    if (await inject(environment, fault).catch(() => false)) struck[fault.kind] += 1;
    await pause(everyMs);
  }
  await makeUpKills(environment);
  await undoFault(environment);
  return { ...faultCounts, struck };
}

async function makeUpKills(environment: ChaosEnvironment): Promise<void> {
  const kills = (point: string): number =>
    environment.product.flatMap((one) => one.killedAt()).filter((one) => one === point).length;
  const killed = (): number => environment.product.reduce((sum, one) => sum + one.killed(), 0);
  /** How often each place was armed here: one that is passed seldom keeps nobody from the others. */
  const tries = new Map<string, number>();
  const missing = (): string[] => crashPointsOfRun.filter((point) => kills(point) < killsPerCrashPoint);
  const arming: Promise<void>[] = [];
  const until = performance.now() + longestMs;
  for (let turn = 0; performance.now() < until && (missing().length > 0 || killed() < minimumFaults.kill); turn += 1) {
    await pause(everyMs);
    const idle = environment.product.filter((one) => one.isReady() && !isProtected(one));
    const target = idle[turn % Math.max(1, idle.length)];
    if (!target) continue;
    const magicLinks = environment.product.indexOf(target) < apps ? appPoints : workerPoints;
    // In turn: a place that is passed seldom keeps nobody from being killed elsewhere.
    const [point] = (turn % 2 === 0 && killed() < minimumFaults.kill ? [] : missing())
      .filter((one) => magicLinks.includes(one))
      .sort((one, other) => (tries.get(one) ?? 0) - (tries.get(other) ?? 0));
    if (point !== undefined) {
      tries.set(point, (tries.get(point) ?? 0) + 1);
      arming.push(armCrash(environment, target, point));
    } else if (killed() < minimumFaults.kill) target.kill('SIGKILL');
  }
  await Promise.all(arming);
}
