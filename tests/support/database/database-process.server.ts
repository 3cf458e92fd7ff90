import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./database-child.ts', import.meta.url));

export interface ChildEvent {
  readonly event?: string;
  readonly refused?: string;
  readonly message?: string;
  readonly ready?: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    readonly database: string;
  };
  readonly numbers?: readonly number[];
  readonly committed?: number;
}

/** The program of `database-child.ts` in a process of its own. */
export interface DatabaseProcess {
  readonly child: ChildProcess;
  /** Everything it said so far. */
  readonly said: readonly ChildEvent[];
  /** The first thing it says, or said, that fits. Rejects when the process ends without it. */
  until(fits: (event: ChildEvent) => boolean): Promise<ChildEvent>;
  /** Sends a signal and waits for the end of this process alone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export function startDatabaseProcess(
  dataDir: string,
  options: { readonly write?: boolean; readonly uid?: number; readonly secret?: string } = {},
): DatabaseProcess {
  const child = spawn(process.execPath, [program, dataDir, ...(options.write === true ? ['--write'] : [])], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: '/usr/bin:/bin', SECRET: options.secret ?? '' },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const said: ChildEvent[] = [];
  const waiting = new Set<() => void>();
  let ended = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line) as ChildEvent);
    for (const look of waiting) look();
  });
  child.on('close', () => {
    ended = true;
    for (const look of waiting) look();
  });
  return {
    child,
    said,
    until(fits) {
      return new Promise((resolve, reject) => {
        function look(): void {
          const found = said.find(fits);
          if (found === undefined && !ended) return void waiting.add(look);
          waiting.delete(look);
          if (found === undefined) reject(new Error(`ended, having said ${JSON.stringify(said.slice(-3))}`));
          else resolve(found);
        }
        look();
      });
    },
    async end(signal) {
      if (ended) return;
      child.kill(signal);
      await once(child, 'close');
    },
  };
}

/** Number of the server process on this data; null when it says that none runs. */
export function postmasterOf(dataDir: string): number | null {
  try {
    return Number(readFileSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

/** The server's process and all its children (Linux). */
export function serverProcesses(postmaster: number): readonly number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  return [postmaster, ...children.map(Number)];
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^\d+ \(.*\) . (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
