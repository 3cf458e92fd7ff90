import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseProblem } from './database-problem.server.ts';
import type { PostgresHome } from './postgres-home.server.ts';

/** Where a server listens: a folder for its Unix socket, or on Windows a loopback port. */
export interface ListenPlace {
  readonly host: string;
  readonly port: number;
}

export const SUPERUSER = 'matricula';

const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '128MB',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  checkpoint_timeout: '15min',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // The server's log keeps its own life only: statements and their values are buyers' data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
};

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

function run(home: PostgresHome, program: string, args: readonly string[]): Promise<Outcome> {
  const { SystemRoot = '', PATH = '' } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(home.binaries.bin, program), args, {
      // A bare environment: the product's secrets are no business of the server's processes.
      env: { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot === '' ? {} : { SystemRoot }) },
      cwd: home.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...home.user.identity,
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-2_000);
    });
    child.on('error', reject);
    // Not 'close': a server that pg_ctl left running keeps the pipe open.
    child.on('exit', (code) => {
      child.stderr.destroy();
      resolve({ code, output: output.trim() });
    });
  });
}

/** Makes the data directory when there is none: aside first, then renamed, so that a kill leaves no half of one. */
export async function ensureData(home: PostgresHome): Promise<DatabaseProblem | null> {
  if (!existsSync(path.join(home.data, 'PG_VERSION'))) {
    const draft = path.join(home.folder, `data.new-${process.pid}-${randomBytes(4).toString('hex')}`);
    const made = await run(home, 'initdb', [
      ...['--pgdata', draft, '--username', SUPERUSER, '--auth=scram-sha-256', '--pwfile', home.passwordFile],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--text-search-config=simple', '--no-instructions'],
    ]);
    if (made.code !== 0) return { code: 'database-did-not-start', message: `initdb failed: ${made.output}` };
    // Another process that was quicker has filled the place: then its data counts.
    await rename(draft, home.data).catch(() => rm(draft, { recursive: true, force: true }));
  }
  const major = (await readFile(path.join(home.data, 'PG_VERSION'), 'utf8')).trim();
  if (major === home.binaries.version.split('.')[0]) return null;
  return {
    code: 'data-from-another-version',
    message: `The data in ${home.data} was written by PostgreSQL ${major}; this product brings ${home.binaries.version}. Dump it with the old version and load it here, or choose another DATA_DIR.`,
  };
}

interface PidFile {
  readonly path: string;
  readonly text: string;
  readonly pid: number;
  readonly place: ListenPlace;
}

/** What the last server on this data wrote about itself; a server that ends in order removes it. */
async function readPidFile(home: PostgresHome): Promise<PidFile | null> {
  const file = path.join(home.data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [pid = '', , , port = '', socketFolder = ''] = text.split('\n').map((line) => line.trim());
  if (pid === '' || port === '') return null;
  const place = { host: socketFolder === '' ? '127.0.0.1' : socketFolder, port: Number(port) };
  return { path: file, text, pid: Number(pid), place };
}

/** Where the server on this data listens; null when none runs. */
export async function readPostmaster(home: PostgresHome): Promise<ListenPlace | null> {
  const file = await readPidFile(home);
  if (file === null || !isAlive(file.pid)) return null;
  if (await isLivePostgres(file.pid)) return file.place;
  await disown(file);
  return null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** False for another program that got the same number, and for a dead process that nobody has buried yet (Z). */
async function isLivePostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /^\d+ \(postgres\) [^ZX]/.test(stat);
}

/**
 * After a restart of the machine or container the number in the file may be another process's, and in a container
 * whose first process buries no orphans a killed server keeps its number: PostgreSQL would refuse to start for ever.
 * A number that no process can have keeps its other safeguard, the shared memory key.
 */
async function disown(file: PidFile): Promise<void> {
  const handle = await open(file.path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  await handle.writeFile(file.text.replace(/^\d+/, '2147483646'));
  await handle.close();
}

/** Somewhere to listen that nothing else uses. */
export async function newListenPlace(home: PostgresHome): Promise<ListenPlace> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  // A socket's whole path may have 103 bytes: a long TMPDIR does not do.
  const temporary = os.tmpdir().length > 40 ? '/tmp' : os.tmpdir();
  const host = await mkdtemp(path.join(temporary, 'matricula-pg-'));
  await giveTo(home, host);
  return { host, port: 5432 };
}

async function giveTo(home: PostgresHome, folder: string): Promise<void> {
  if (home.user.identity !== null) await chown(folder, home.user.identity.uid, home.user.identity.gid);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** One try to start a server; what went wrong, or null once it takes connections. It outlives this process. */
export async function startServer(
  home: PostgresHome,
  place: ListenPlace,
  settings: Readonly<Record<string, string>>,
): Promise<string | null> {
  const last = await readPidFile(home);
  if (last !== null && !isAlive(last.pid) && last.place.host !== place.host) await forgetPlace(last.place);
  const socket = process.platform !== 'win32';
  if (socket && !existsSync(place.host)) {
    await mkdir(place.host, { mode: 0o700 });
    await giveTo(home, place.host);
  }
  const all = {
    ...SETTINGS,
    ...settings,
    port: String(place.port),
    listen_addresses: socket ? "''" : place.host,
    ...(socket ? { unix_socket_directories: place.host, unix_socket_permissions: '0700' } : {}),
  };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  const tried = await run(home, 'pg_ctl', [
    ...['start', '--wait', '--timeout=60', '--silent', '--pgdata', home.data, '--log', home.logFile],
    ...['--options', options.join(' ')],
  ]);
  if (tried.code === 0) return null;
  const log = await readFile(home.logFile, 'utf8').catch(() => '');
  return `${tried.output}\n${log.trimEnd().split('\n').slice(-5).join('\n')}`.trim();
}

/** Ends the server: open transactions roll back, what was committed is on disk. */
export async function stopServer(home: PostgresHome, place: ListenPlace): Promise<void> {
  const stopped = await run(home, 'pg_ctl', ['stop', '--mode=fast', '--wait', '--timeout=60', '--pgdata', home.data]);
  if (stopped.code !== 0 && (await readPostmaster(home)) !== null) throw new Error(`pg_ctl stop: ${stopped.output}`);
  await forgetPlace(place);
}

/** Removes the socket's folder of a place that nothing listens at. */
export async function forgetPlace(place: ListenPlace): Promise<void> {
  if (path.basename(place.host).startsWith('matricula-pg-')) await rm(place.host, { recursive: true, force: true });
}

/** Removes halves of data directories that killed processes left behind. */
export async function sweep(home: PostgresHome): Promise<void> {
  for (const name of await readdir(home.folder)) {
    const pid = /^data\.new-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) {
      await rm(path.join(home.folder, name), { recursive: true, force: true });
    }
  }
}
