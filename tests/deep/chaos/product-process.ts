import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { ProcessCommand } from './faults/process-commands.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const restartMs = 150;

/** Where processes are to die, place after place; several may share one. */
export interface KillPlan {
  /** Where the next one is to die; null: nowhere any more. */
  next(): string | null;
  died(at: string): void;
}

/** A process that is started again whenever it dies, as a service manager does it. */
export interface Service {
  readonly name: string;
  /** How often it was started. */
  starts(): number;
  /** Deaths by the product's own named places. */
  killedAt(): readonly string[];
  /** Deaths by an ordered `kill -9`. */
  killed(): number;
  /** Ends that nobody ordered, by their exit code or signal. */
  surprises(): readonly string[];
  isUp(): boolean;
  /** Null while it is down. */
  pid(): number | null;
  /** It said that it is ready since it was started last. */
  isReady(): boolean;
  kill(signal: 'SIGKILL' | 'SIGTERM'): void;
  order(order: ProcessCommand): void;
  /** Armed to die at a named place, and for so many milliseconds; null: not armed. */
  armedForMs(): number | null;
  /** From its next start on it is armed at each as the plan says; null: no more. */
  dieFromStart(plan: KillPlan | null): void;
  /** Ends it for good, in order. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly name: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly restarts?: boolean;
}

/** Starts a file of ours with the chaos's own part in it; everything that it prints is appended to `logFile`. */
export function startService({ name, file, env, logFile, restarts = true }: ServiceOptions): Service {
  const log = createWriteStream(logFile, { flags: 'a' });
  const killedAt: string[] = [];
  const surprises: string[] = [];
  let starts = 0;
  let child: ChildProcess | null = null;
  let isReady = false;
  let stopping = false;
  let ordered: 'SIGKILL' | 'SIGTERM' | null = null;
  let armed: string | null = null;
  let armedAt = 0;
  let plan: KillPlan | null = null;
  let killed = 0;
  let clock: ProcessCommand | null = null;
  let gone: Promise<void> = Promise.resolve();

  function start(): void {
    starts += 1;
    ordered = null;
    armed = null;
    isReady = false;
    const started = spawn(process.execPath, ['--import', path.join(import.meta.dirname, 'process-preload.ts'), file], {
      cwd: root,
      env: { ...bare(), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    started.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('is ready')) isReady = true;
      log.write(chunk);
    });
    started.stderr?.on('data', (chunk: Buffer) => log.write(chunk));
    started.on('error', () => undefined);
    if (clock) send(clock);
    const place = plan?.next() ?? null;
    if (place !== null) arm(place);
    gone = new Promise((resolve) => {
      started.on('exit', (code, signal) => {
        if (signal === 'SIGKILL' && ordered === null && armed !== null) {
          killedAt.push(armed);
          plan?.died(armed);
        } else if (ordered === null) surprises.push(`${name}: ${signal ?? `exit ${code}`}`);
        if (signal === 'SIGKILL' && ordered === 'SIGKILL') killed += 1;
        child = null;
        resolve();
        if (!stopping && restarts) setTimeout(() => !stopping && start(), restartMs);
      });
    });
  }

  function send(order: ProcessCommand): void {
    if (child?.connected) child.send(order, () => undefined);
  }

  function arm(point: string): void {
    armed = point;
    armedAt = performance.now();
    send({ kind: 'crash-at', point });
  }

  start();
  return {
    name,
    starts: () => starts,
    killedAt: () => killedAt,
    surprises: () => surprises,
    isUp: () => child !== null,
    pid: () => child?.pid ?? null,
    isReady: () => child !== null && isReady,
    kill(signal) {
      if (!child) return;
      ordered = signal;
      // Who is dying takes no other fault.
      isReady = false;
      child.kill(signal);
    },
    order(order) {
      if (order.kind === 'crash-at') {
        arm(order.point);
        return;
      }
      if (order.kind === 'clock') clock = order;
      send(order);
    },
    armedForMs: () => (child === null || armed === null ? null : performance.now() - armedAt),
    dieFromStart: (from) => void (plan = from),
    killed: () => killed,
    async stop() {
      stopping = true;
      ordered = 'SIGTERM';
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), 25_000);
      await gone;
      clearTimeout(late);
      await new Promise<void>((resolve) => log.end(() => resolve()));
    },
  };
}

/** What a process needs of ours; nothing that would configure the product. */
function bare(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
