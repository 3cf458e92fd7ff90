import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { pause } from './pause.ts';

/**
 * A process may open no more files and sockets than it has now, for a while (`prlimit --nofile` of util-linux). False where it has
 * died, or where there is no `prlimit`.
 */
export async function withFewFiles(pid: number, forMs: number): Promise<boolean> {
  const usual = spawnSync('prlimit', ['--pid', String(pid), '--nofile', '--output=SOFT', '--noheadings'], {
    encoding: 'utf8',
  });
  const open = openFiles(pid);
  if (usual.status !== 0 || open === null) return false;
  const done = limit(pid, String(open));
  await pause(forMs);
  limit(pid, usual.stdout.trim());
  return done;
}

function openFiles(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}

/** The soft limit alone: whoever may lower the hard one may not raise it again. */
function limit(pid: number, most: string): boolean {
  return spawnSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`]).status === 0;
}
