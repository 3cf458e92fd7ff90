import { pause } from './pause.ts';
import type { Service } from '../product-process.ts';
import type { ChaosEnvironment } from '../environment.ts';
import { putFaults } from './put-faults.ts';

/** So long a process that is armed may come to its named place, in milliseconds, before it is killed elsewhere. */
const sparedMs = 40_000;
/** Messages of companies get lost for so long, in milliseconds: time enough to ask them. */
const lostMs = 25_000;
/** Places that are passed only where a company is asked for what its message did not tell. */
const crashPointsOfLostMessages: readonly string[] = ['surplus-refund-before-booking'];

/** It is to die at a named place, and may yet come there. */
export const isProtected = (one: Service): boolean => (one.armedForMs() ?? sparedMs) < sparedMs;

/** This process is to die at a named place, the next time that it comes by; resolves when nothing is changed for that any more. */
export async function armCrash(environment: ChaosEnvironment, one: Service, point: string): Promise<void> {
  one.order({ kind: 'crash-at', point });
  if (!crashPointsOfLostMessages.includes(point)) return;
  const target = 'notifications';
  await putFaults(environment.sandboxOrigin, target, [{ target, seed: 1, mode: 'drop', chance: 1 }]);
  await pause(lostMs);
  await putFaults(environment.sandboxOrigin, target, []);
}
