import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseProblem } from './database-problem.server.ts';
import type { PostgresFolders } from './postgres-folders.server.ts';
import { isAlive, type ListenAddress, readPidFile, readPostmaster } from './postmaster-file.server.ts';

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
  // The server's log has no statements and values: these are buyers' data.
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

function run(home: PostgresFolders, program: string, args: readonly string[]): Promise<Outcome> {
  const { SystemRoot = '', PATH = '' } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(home.binaries.bin, program), args, {
      // A minimal environment: the server's processes must not get the product's secrets.
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

/** Creates the data directory when there is none: elsewhere first, then renamed, so that a kill leaves no partial one. */
export async function ensureData(home: PostgresFolders): Promise<DatabaseProblem | null> {
  if (!existsSync(path.join(home.data, 'PG_VERSION'))) {
    const draft = path.join(home.folder, `data.new-${process.pid}-${randomBytes(4).toString('hex')}`);
    const made = await run(home, 'initdb', [
      ...['--pgdata', draft, '--username', SUPERUSER, '--auth=scram-sha-256', '--pwfile', home.passwordFile],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--text-search-config=simple', '--no-instructions'],
    ]);
    if (made.code !== 0) return { code: 'database-did-not-start', message: `initdb failed: ${made.output}` };
    // Another process was quicker: its data is used.
    await rename(draft, home.data).catch(() => rm(draft, { recursive: true, force: true }));
  }
  const major = (await readFile(path.join(home.data, 'PG_VERSION'), 'utf8')).trim();
  if (major === home.binaries.version.split('.')[0]) return null;
  return {
    code: 'data-from-another-version',
    message: `The data in ${home.data} was written by PostgreSQL ${major}; this product brings ${home.binaries.version}. Dump it with the old version and load it here, or choose another DATA_DIR.`,
  };
}

/** A free address to listen on. */
export async function newListenAddress(home: PostgresFolders): Promise<ListenAddress> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  // A socket's whole path may have 103 bytes: a long TMPDIR is too long.
  const temporary = os.tmpdir().length > 40 ? '/tmp' : os.tmpdir();
  const host = await mkdtemp(path.join(temporary, 'matricula-pg-'));
  await giveTo(home, host);
  return { host, port: 5432 };
}

async function giveTo(home: PostgresFolders, folder: string): Promise<void> {
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

/** One attempt to start a server; the error, or null once it takes connections. The server outlives this process. */
export async function startServer(
  home: PostgresFolders,
  listenAddress: ListenAddress,
  settings: Readonly<Record<string, string>>,
): Promise<string | null> {
  const last = await readPidFile(home);
  if (last !== null && !isAlive(last.pid) && last.listenAddress.host !== listenAddress.host)
    await removeListenAddress(last.listenAddress);
  const socket = process.platform !== 'win32';
  if (socket && !existsSync(listenAddress.host)) {
    await mkdir(listenAddress.host, { mode: 0o700 });
    await giveTo(home, listenAddress.host);
  }
  const all = {
    ...SETTINGS,
    ...settings,
    port: String(listenAddress.port),
    listen_addresses: socket ? "''" : listenAddress.host,
    ...(socket ? { unix_socket_directories: listenAddress.host, unix_socket_permissions: '0700' } : {}),
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

/** Stops the server: open transactions roll back, committed ones are on disk. */
export async function stopServer(home: PostgresFolders, listenAddress: ListenAddress): Promise<void> {
  const stopped = await run(home, 'pg_ctl', ['stop', '--mode=fast', '--wait', '--timeout=60', '--pgdata', home.data]);
  if (stopped.code !== 0 && (await readPostmaster(home)) !== null) throw new Error(`pg_ctl stop: ${stopped.output}`);
  await removeListenAddress(listenAddress);
}

/** Removes the socket's folder of an address without a listener. */
export async function removeListenAddress(listenAddress: ListenAddress): Promise<void> {
  if (path.basename(listenAddress.host).startsWith('matricula-pg-'))
    await rm(listenAddress.host, { recursive: true, force: true });
}

/** Removes partial data directories and draft password files of killed processes. */
export async function sweep(home: PostgresFolders): Promise<void> {
  for (const name of await readdir(home.folder)) {
    const pid = /^(?:data|password)\.new-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) {
      await rm(path.join(home.folder, name), { recursive: true, force: true });
    }
  }
}
