import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A process that the bench started and stops at its end. */
export interface StartedProcess {
  readonly pid: number;
  /** Milliseconds from the start to the first good answer. */
  readonly readyMs: number;
  /** The database server that the process started. */
  readonly postgresPid: number;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
// No SIGKILL: a killed child would leave its database running.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Starts a project file with Node and waits until `readyUrl` answers 200. Its output is shown on failure only. */
export async function startProcess(options: {
  /** Below `house`. */
  readonly file: string;
  /** The project, or the copy that is measured. */
  readonly house?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly readyUrl: string;
}): Promise<StartedProcess> {
  const began = performance.now();
  const house = options.house ?? root;
  const child = spawn(process.execPath, [path.join(house, options.file)], {
    cwd: house,
    env: { ...process.env, ...options.env, DATA_DIR: options.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const ended = once(child, 'exit').then(() => running.delete(child));
  while (!(await answers(options.readyUrl))) {
    if (child.exitCode !== null || performance.now() - began > 120_000) {
      child.kill('SIGKILL');
      throw new Error(`${options.file} did not get ready:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    pid: child.pid ?? 0,
    readyMs: performance.now() - began,
    postgresPid: Number(
      readFileSync(path.join(options.dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0],
    ),
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
      await ended;
      clearTimeout(late);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
