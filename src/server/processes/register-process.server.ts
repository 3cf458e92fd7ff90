import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { DomainContext } from '#src/domain/context.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { deleteLostProcesses, deleteProcess, markSeen, type ProcessRow } from './process.repository.server.ts';

/** Interval at which a process says that it runs, in milliseconds. */
export const beatMs = 30_000;

/**
 * Makes this process known to the screen of health: its role, version and build, since when, and every 30 seconds that it still
 * runs. A failure is logged and changes nothing else. Returns the function that takes it off.
 */
export async function registerProcess(
  { db, clock, log }: Pick<DomainContext, 'db' | 'clock' | 'log'>,
  about: Pick<ProcessRow, 'role' | 'version' | 'build'>,
): Promise<() => Promise<void>> {
  const row = { id: newId('prc'), host: hostname(), startedAt: clock.now(), ...about };
  const beat = (): Promise<void> =>
    markSeen(db, row).catch((error: unknown) => log.warn('process-not-registered', { error }));
  await beat();
  await deleteLostProcesses(db).catch(() => undefined);
  const timer = setInterval(() => void beat(), beatMs).unref();
  return async () => {
    clearInterval(timer);
    await deleteProcess(db, row.id);
  };
}

/** The build in `dist` by the first characters of the hash of its inputs; empty where there is none. */
export function buildOf(dist: string): string {
  const file = path.join(dist, 'inputs.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().slice(0, 10) : '';
}
