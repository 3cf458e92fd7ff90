import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Figures of processes from Linux's `/proc`. On other systems every figure is NaN. */

/** A process and all its descendants. */
export function family(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readNames('/proc')) {
    const parent = Number(fields(Number(name))?.[1]);
    if (!Number.isNaN(parent)) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [pid];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Fields of `/proc/<pid>/stat` after the name: state, parent, … (proc_pid_stat(5)). */
function fields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

let ticks: number | null = null;

function ticksPerSecond(): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticks;
}

/** Processor seconds of a process and its descendants so far; ended ones are in their parent's sum. */
export function cpuSeconds(pid: number): number {
  if (fields(pid) === null) return Number.NaN;
  let sum = 0;
  for (const one of family(pid)) {
    const own = fields(one);
    // utime, stime, cutime, cstime: fields 14 to 17 of the file.
    for (const place of [11, 12, 13, 14]) sum += Number(own?.[place] ?? 0);
  }
  return sum / ticksPerSecond();
}

/** Processor seconds of this process, the load generator, so far. */
export function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function kilobytes(file: string, name: string): number {
  try {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`${name}:`));
    return Number(line?.match(/\d+/)?.[0] ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
}

/** Resident memory of one process, in MiB. */
export function residentMib(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1024;
}

/** Proportional memory of a process and its descendants, in MiB: shared pages count once, not once per process. */
export function proportionalMib(pid: number): number {
  return family(pid).reduce((sum, one) => sum + kilobytes(`/proc/${one}/smaps_rollup`, 'Pss'), 0) / 1024;
}
