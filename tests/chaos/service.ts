import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { ChildOrder } from './child-orders.ts';

const root = path.resolve(import.meta.dirname, '../..');
const restartMs = 150;

/** Deaths at one named place, so many. */
export interface PlannedDeaths {
  readonly point: string;
  readonly times: number;
}

/** A process that is started again whenever it dies, as a service manager does it. */
export interface Service {
  readonly name: string;
  /** How often it was started. */
  starts(): number;
  /** Deaths by the product's own named places. */
  diedAt(): readonly string[];
  /** Ends that nobody ordered, by their exit code or signal. */
  surprises(): readonly string[];
  isUp(): boolean;
  /** It said that it is ready since it was started last. */
  isReady(): boolean;
  kill(signal: 'SIGKILL' | 'SIGTERM'): void;
  order(order: ChildOrder): void;
  /** Armed to die at a named place, and for so many milliseconds; null: not armed. */
  armedForMs(): number | null;
  /** From its next start on it is armed at each, place after place, until it has died there so often; none: no more. */
  dieFromStart(places: readonly PlannedDeaths[]): void;
  /** How many of these deaths are still to come. */
  deathsToCome(): number;
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
  const diedAt: string[] = [];
  const surprises: string[] = [];
  let starts = 0;
  let child: ChildProcess | null = null;
  let isReady = false;
  let stopping = false;
  let ordered: 'SIGKILL' | 'SIGTERM' | null = null;
  let armed: string | null = null;
  let armedAt = 0;
  let planned: readonly PlannedDeaths[] = [];
  let clockMs = 0;
  let gone: Promise<void> = Promise.resolve();

  function start(): void {
    starts += 1;
    ordered = null;
    armed = null;
    isReady = false;
    const started = spawn(process.execPath, ['--import', path.join(import.meta.dirname, 'inside-process.ts'), file], {
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
    if (clockMs !== 0) send({ kind: 'clock', byMs: clockMs });
    if (planned[0]) arm(planned[0].point);
    gone = new Promise((resolve) => {
      started.on('exit', (code, signal) => {
        if (signal === 'SIGKILL' && ordered === null && armed !== null) {
          diedAt.push(armed);
          planned = afterDeath(planned, armed);
        } else if (ordered === null) surprises.push(`${name}: ${signal ?? `exit ${code}`}`);
        child = null;
        resolve();
        if (!stopping && restarts) setTimeout(() => !stopping && start(), restartMs);
      });
    });
  }

  function send(order: ChildOrder): void {
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
    diedAt: () => diedAt,
    surprises: () => surprises,
    isUp: () => child !== null,
    isReady: () => child !== null && isReady,
    kill(signal) {
      if (!child) return;
      ordered = signal;
      child.kill(signal);
    },
    order(order) {
      if (order.kind === 'crash-at') {
        arm(order.point);
        return;
      }
      clockMs = order.byMs;
      send(order);
    },
    armedForMs: () => (child === null || armed === null ? null : performance.now() - armedAt),
    dieFromStart: (places) => void (planned = places.filter(({ times }) => times > 0)),
    deathsToCome: () => planned.reduce((sum, { times }) => sum + times, 0),
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

function afterDeath([first, ...rest]: readonly PlannedDeaths[], at: string): readonly PlannedDeaths[] {
  if (first?.point !== at) return first ? [first, ...rest] : rest;
  return first.times > 1 ? [{ ...first, times: first.times - 1 }, ...rest] : rest;
}

/** What a process needs of ours; nothing that would configure the product. */
function bare(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
