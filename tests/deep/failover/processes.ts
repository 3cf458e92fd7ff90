import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

/** A process of the drill: started by it, and ended by it. */
export interface OwnProcess {
  readonly name: string;
  readonly pid: number;
  isAlive(): boolean;
  /** Asks it to end and waits; kills it when it is deaf. */
  stop(): Promise<void>;
}

/** Who the servers run as: PostgreSQL refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** The user of the database's package when we are root; nobody else otherwise. */
export function databaseUser(): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres');
  return { uid: Number(uid), gid: Number(gid) };
}

export function startOwnProcess(options: {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly logFile: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly as: RunAs | null;
}): OwnProcess {
  const log = openSync(options.logFile, 'a');
  if (options.as) chownSync(options.logFile, options.as.uid, options.as.gid);
  const child = spawn(options.file, options.args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ['ignore', log, log],
    ...options.as,
  });
  closeSync(log);
  child.on('error', () => undefined);
  if (child.pid === undefined) throw new Error(`${options.file} could not be started`);
  return own(options.name, child, child.pid);
}

function own(name: string, child: ChildProcess, pid: number): OwnProcess {
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    name,
    pid,
    isAlive,
    async stop() {
      if (!isAlive()) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // A process that was halted hears nothing until it goes on.
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/** The postmaster of a data folder, as far as it lives; null otherwise. */
export function postmasterOf(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n')[0]);
    // Numbers are given again: only a process with this very folder is meant.
    return commandOf(pid).includes(dataDir) ? pid : null;
  } catch {
    return null;
  }
}

/** What a postmaster has forked. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid);
}

/** What `ps` would show. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** Sends a signal to each that is still there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone by itself meanwhile.
    }
  }
}
