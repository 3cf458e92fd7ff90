import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the run's database server lives, once a test has asked for one. */
    testDatabaseFolder: string;
  }
}

const PREFIX = 'matricula-tests-';

/** Gives a run of tests a folder for its database server; afterwards ends the server and removes all of it. */
export default function setup(project: Pick<TestProject, 'provide'>): () => void {
  sweepDeadRuns();
  const folder = mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`));
  // The server runs as an unprivileged user when we are root; its data has stricter permissions of its own.
  chmodSync(folder, 0o711);
  project.provide('testDatabaseFolder', path.join(folder, 'data'));
  return () => remove(folder);
}

/** A run that was killed could not tidy up: its server and files are removed by the next one. */
function sweepDeadRuns(): void {
  for (const name of readdirSync(os.tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) remove(path.join(os.tmpdir(), name));
  }
}

function remove(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.uid !== (process.getuid?.() ?? 0)) return;
  const pidFile = path.join(folder, 'data', 'postgres', 'data', 'postmaster.pid');
  const [pid, , , , socketFolder] = postmaster(pidFile);
  if (pid !== undefined && isAlive(Number(pid))) {
    // SIGQUIT: at once, without a checkpoint; nothing of it is kept.
    process.kill(Number(pid), 'SIGQUIT');
    for (let tries = 0; tries < 100 && existsSync(pidFile); tries += 1) spawnSync('sleep', ['0.05']);
  }
  if (socketFolder !== undefined && path.basename(socketFolder).startsWith('matricula-pg-')) {
    rmSync(socketFolder, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function postmaster(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
