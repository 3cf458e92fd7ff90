import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { pause } from './pause.ts';

/**
 * A process may open no more files and sockets than it has now, for a while (`prlimit --nofile` of util-linux). False where it has
 * died, or where there is no `prlimit`.
 */
export async function withFileLimit(pid: number, forMs: number): Promise<boolean> {
  // Node.js takes all that it may as it starts, so the hard limit is the usual one.
  const hard = spawnSync('prlimit', ['--pid', String(pid), '--nofile', '--output=HARD', '--noheadings'], {
    encoding: 'utf8',
  });
  const free = lowestFree(pid);
  if (hard.status !== 0 || free === null) return false;
  const done = limit(pid, String(free));
  await pause(forMs);
  limit(pid, hard.stdout.trim());
  return done;
}

/** The limit is one of numbers, not of how many there are: a gap among them may still be filled. */
function lowestFree(pid: number): number | null {
  try {
    const open = new Set(readdirSync(`/proc/${pid}/fd`));
    let free = 0;
    while (open.has(String(free))) free += 1;
    return free;
  } catch {
    return null;
  }
}

/** The soft limit alone: whoever may lower the hard one may not raise it again. */
function limit(pid: number, most: string): boolean {
  return spawnSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`]).status === 0;
}
