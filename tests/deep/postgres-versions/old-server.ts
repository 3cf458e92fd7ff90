import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { prepareBinaries } from '#src/platform/embedded-postgres/postgres-binaries.server.ts';
import { serverUser } from '#src/platform/embedded-postgres/server-user.server.ts';

/** A PostgreSQL server of another version than the product's own, on loopback, for one run of tests. */
export interface OldServer {
  /** The address of its superuser. */
  readonly url: string;
  /** Ends it and removes its data. */
  readonly stop: () => void;
}

/** Quick instead of durable, as the server of `npm test`; all tests of a run share it. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '300',
  log_min_messages: 'fatal',
  listen_addresses: '127.0.0.1',
};

/** Starts a server from the folder of an npm package with PostgreSQL's programs; throws with what they said. */
export async function startOldServer(packageFolder: string): Promise<OldServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-old-postgres-'));
  chmodSync(folder, 0o711);
  const home = path.join(folder, 'server');
  mkdirSync(home);
  const user = serverUser(path.join(home, 'data'));
  if (user.identity !== null) chownSync(home, user.identity.uid, user.identity.gid);
  const binaries = await prepareBinaries(user, path.join(folder, 'programs'), packageFolder);
  if (binaries === null) throw new Error(`No PostgreSQL in ${packageFolder}`);
  const data = path.join(home, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const call = (program: string, args: readonly string[]): void => {
    const { status, stderr, error } = spawnSync(path.join(binaries.bin, program), args, {
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      ...user.identity,
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}${error?.message ?? ''}`);
  };
  // Versions 15 and 16 have no locale provider of their own: the system's C.UTF-8 sorts alike.
  call('initdb', [
    ...['--pgdata', data, '--username', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C.UTF-8', '--text-search-config=simple'],
  ]);
  const port = await freePort();
  const options = Object.entries({ ...settings, port: String(port), unix_socket_directories: home })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  call('pg_ctl', ['start', '--wait', '--silent', '--pgdata', data, '--log', path.join(home, 'log'), '-o', options]);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop() {
      call('pg_ctl', ['stop', '--mode=immediate', '--wait', '--pgdata', data]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
