import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { canUse, runsAsRoot } from '#src/platform/embedded-postgres/server-user.server.ts';
import {
  type DatabaseProcess,
  postmasterOf,
  serverProcesses,
  startDatabaseProcess,
} from './database-process.server.ts';

/** An ordinary user that every Linux has. */
export const NOBODY = 65534;

/** Whether a test may also start the product as an ordinary user: we are root, and he can read this checkout. */
export const hasOrdinaryUser =
  runsAsRoot() &&
  canUse({ identity: { uid: NOBODY, gid: NOBODY } }, 'r', path.resolve(import.meta.dirname, '../../../package.json'));

export interface DatabaseLifecycle {
  /** A new folder; its data folder is expected at `data` below it. */
  readonly folder: (mode?: number) => string;
  readonly start: (dataDir: string, options?: Parameters<typeof startDatabaseProcess>[1]) => DatabaseProcess;
  /** Starts, reads what was committed, stops in order. */
  readonly numbersAfterRestart: (dataDir: string, uid?: number) => Promise<readonly number[]>;
}

/** Folders and processes for the tests of one file; what a failed test leaves over is ended and removed. */
export function databaseLifecycle(): DatabaseLifecycle {
  const roots: string[] = [];
  const processes: DatabaseProcess[] = [];

  afterEach(async () => {
    for (const started of processes.splice(0)) await started.end('SIGKILL');
    for (const root of roots.splice(0)) {
      const server = postmasterOf(path.join(root, 'data'));
      if (server !== null) for (const pid of serverProcesses(server)) tryKill(pid);
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  });

  function start(dataDir: string, options: Parameters<typeof startDatabaseProcess>[1] = {}): DatabaseProcess {
    const started = startDatabaseProcess(dataDir, options);
    processes.push(started);
    return started;
  }

  return {
    start,
    folder(mode = 0o755) {
      const made = mkdtempSync(path.join(os.tmpdir(), 'matricula-trial-'));
      chmodSync(made, mode);
      roots.push(made);
      return made;
    },
    async numbersAfterRestart(dataDir, uid) {
      const again = start(dataDir, uid === undefined ? {} : { uid });
      const { numbers } = await again.until((event) => event.ready !== undefined);
      await again.end('SIGTERM');
      return numbers ?? [];
    },
  };
}

/** Kills a process that may have ended by itself. */
export function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
