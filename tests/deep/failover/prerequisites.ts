import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import os from 'node:os';

/** A program of the drill, and the package of Debian that brings it. */
export interface Prerequisite {
  readonly file: string;
  readonly debianPackage: string;
}

/** The least PostgreSQL that the product takes, and the one that Debian 12 has. */
export const postgresBin = '/usr/lib/postgresql/15/bin';

export const prerequisites: readonly Prerequisite[] = [
  { file: '/usr/bin/etcd', debianPackage: 'etcd-server' },
  { file: '/usr/bin/patroni', debianPackage: 'patroni' },
  { file: '/usr/sbin/haproxy', debianPackage: 'haproxy' },
  { file: `${postgresBin}/postgres`, debianPackage: 'postgresql-15' },
  { file: `${postgresBin}/pg_basebackup`, debianPackage: 'postgresql-client-15' },
];

const aptGet = '/usr/bin/apt-get';

/** Packages whose program is not there. */
export function missingPackages(list: readonly Prerequisite[] = prerequisites): readonly string[] {
  const missing = list.filter(({ file }) => !isRunnable(file)).map(({ debianPackage }) => debianPackage);
  return [...new Set(missing)];
}

/**
 * Installs what is missing by apt where we are root on a Debian; gives what is missing after that, with the reason. The
 * servers that come with the packages are not to run: Debian asks `policy-rc.d` before it starts any.
 */
export function installMissing(say: (line: string) => void): {
  readonly missing: readonly string[];
  readonly why: string;
} {
  const missing = missingPackages();
  if (missing.length === 0) return { missing, why: '' };
  if (os.platform() !== 'linux' || !isRunnable(aptGet))
    return { missing, why: 'They are installed by apt, which is not here.' };
  if (process.getuid?.() !== 0) return { missing, why: `As root: apt-get install ${missing.join(' ')}` };
  say(`Installing ${missing.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync(aptGet, ['update', '-q'], { env, stdio: 'ignore' });
  const done = spawnSync(aptGet, ['install', '-y', '-q', '--no-install-recommends', ...missing], {
    env,
    encoding: 'utf8',
  });
  return { missing: missingPackages(), why: done.stderr.trim().split('\n').slice(-3).join('\n') };
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
