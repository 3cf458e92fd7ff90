import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startServerOnFolder } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { addressIn, ensureDatabase } from '#src/platform/embedded-postgres/product-lock.server.ts';
import { createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import type { PostgresFolders } from '#src/platform/embedded-postgres/postgres-folders.server.ts';
import {
  removeListenAddress,
  startServer,
  stopServer,
} from '#src/platform/embedded-postgres/postgres-process.server.ts';
import { readPidFile, readPostmaster } from '#src/platform/embedded-postgres/postmaster-file.server.ts';
import { pause } from './faults/pause.ts';
import { lockRows } from './faults/row-lock.ts';

/** A recovery here takes a second or two. */
const recoveryMs = 30_000;

/** The one PostgreSQL of a run, a real one, which can be ended and hindered. */
export interface DatabaseServer {
  /** Folder of its data, for those who look for what should not be written. */
  readonly folder: string;
  readonly socket: string;
  readonly password: string;
  /** The address for those who look from outside: past the line that is cut. */
  readonly address: DatabaseAddress;
  /** Ends it (`immediate`: as a power cut does) and starts it again after a while. */
  restart(how: 'immediate' | 'fast', downMs: number): Promise<void>;
  /** No process of it can write beyond so many bytes of any file: PostgreSQL takes that for a full disk. False: not here. */
  fillDisk(bytes: number): boolean;
  freeDisk(): void;
  /** Stops every connection's process for a while, as a disk that does not answer does. */
  freeze(ms: number): Promise<number>;
  /** Holds the newest orders and all places in companies' lists locked for a while. False: there was no connection. */
  lockRows(ms: number): Promise<boolean>;
  /** Starts it when it is down for whatever reason. */
  keepAlive(): Promise<void>;
  /** In good weather: one that takes no call for long, because its disk was full as it recovered, is ended and started again. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabaseServer(dataDir: string): Promise<DatabaseServer> {
  const up = await startServerOnFolder({ dataDir, dataDirIsDefault: false });
  if (!up.ok) throw new Error(up.error.message);
  const { home, listenAddress: place, maintenance } = up.value;
  await ensureDatabase(maintenance, 'matricula');
  let busy: Promise<void> = Promise.resolve();
  let isFull = false;

  const pidOf = async (): Promise<number | null> =>
    (await readPostmaster(home)) ? ((await readPidFile(home))?.pid ?? null) : null;

  async function start(): Promise<void> {
    // Right after a kill the dead server's last processes may still hold its memory.
    for (let tries = 0; tries < 300; tries += 1) {
      if ((await pidOf()) !== null) return;
      if (!isFull && (await startServer(home, place, {})) === null) return;
      await pause(100);
    }
    throw new Error(`PostgreSQL did not come back: ${readFileSync(home.logFile, 'utf8').slice(-2_000)}`);
  }
  async function end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
    const pid = await pidOf();
    if (pid !== null) kill(pid, signal);
    for (let looks = 0; looks < 200 && (await pidOf()) !== null; looks += 1) await pause(25);
  }
  /** One at a time: what ends it, and what brings it back. */
  function alone(work: () => Promise<void>): Promise<void> {
    busy = busy.then(work, work);
    return busy;
  }

  const address = addressIn('matricula', place, { user: 'matricula', password: home.password });
  async function answers(): Promise<boolean> {
    const pool = createPool(address, { max: 1, applicationName: 'chaos-manager' });
    try {
      for (const until = performance.now() + recoveryMs; performance.now() < until;) {
        if (await pool.query('select 1').then(Boolean, () => false)) return true;
        await pause(200);
      }
      return false;
    } finally {
      await pool.end();
    }
  }

  return {
    folder: home.folder,
    socket: path.join(place.host, `.s.PGSQL.${place.port}`),
    password: home.password,
    address,
    restart: (how, downMs) =>
      alone(async () => {
        await end(how === 'immediate' ? 'SIGQUIT' : 'SIGINT');
        await pause(downMs);
        await start();
      }),
    fillDisk(bytes) {
      isFull = true;
      return limitFiles(home, `${bytes}:unlimited`);
    },
    freeDisk() {
      limitFiles(home, 'unlimited:unlimited');
      isFull = false;
    },
    async freeze(ms) {
      const pids = connectionsOf(home.data);
      for (const pid of pids) kill(pid, 'SIGSTOP');
      await pause(ms);
      for (const pid of pids) kill(pid, 'SIGCONT');
      return pids.length;
    },
    lockRows: (ms) => lockRows(address, ms),
    keepAlive: () =>
      alone(async () => {
        if (!isFull && (await pidOf()) === null) await start();
      }),
    recover: () =>
      alone(async () => {
        if (await answers()) return;
        await end('SIGQUIT');
        await start();
      }),
    stop: () =>
      alone(async () => {
        await stopServer(home, place);
        await removeListenAddress(place);
      }),
  };
}

function processesOf(dataFolder: string): number[] {
  const first = Number(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = spawnSync('pgrep', ['-P', String(first)], { encoding: 'utf8' }).stdout ?? '';
  return [first, ...children.split('\n').filter(Boolean).map(Number)];
}

/** Only those that serve a connection: the others keep the cluster together. */
function connectionsOf(dataFolder: string): number[] {
  try {
    return processesOf(dataFolder)
      .slice(1)
      .filter((pid) => /postgres: matricula matricula /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
  } catch {
    return [];
  }
}

/**
 * The limit of a file's size (`RLIMIT_FSIZE`), which PostgreSQL ignores the signal of so that it "works like disk full", as
 * its source says. It can be set and lifted for running processes of one's own, with and without root, by `prlimit` of
 * util-linux, as the user who runs the server; a tmpfs of its own would need a right to mount.
 */
function limitFiles({ data, user }: PostgresFolders, limit: string): boolean {
  try {
    const as = { ...user.identity, cwd: '/' };
    const done = processesOf(data).map((pid) => spawnSync('prlimit', ['--pid', String(pid), `--fsize=${limit}`], as));
    return done.length > 0 && done[0]?.status === 0;
  } catch {
    return false;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
