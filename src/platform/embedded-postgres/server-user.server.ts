import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';

/** The user of the database's processes. `identity` is null for this process's own user. */
export interface ServerUser {
  readonly identity: { readonly uid: number; readonly gid: number } | null;
}

/** `nobody` on Linux. */
const NOBODY = 65534;

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * PostgreSQL refuses to run as root. As root its processes run as the owner of existing data, else as `nobody`; any other
 * user runs them under its own name.
 */
export function serverUser(dataFolder: string): ServerUser {
  if (!runsAsRoot()) return { identity: null };
  const owner = lstatSync(dataFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { identity: { uid: owner.uid, gid: owner.gid } };
  return { identity: { uid: NOBODY, gid: NOBODY } };
}

/**
 * Whether `user` may read (r), write (w) or run or enter (x) a path, tested by the system itself: every parent's
 * permissions, access lists and mounts count.
 */
export function canUse(user: ServerUser, how: 'r' | 'w' | 'x', file: string): boolean {
  // Windows has no such shell, and no second user either.
  if (process.platform === 'win32') return true;
  const asked = spawnSync('/bin/sh', ['-c', `test -${how} "$1"`, 'sh', file], {
    cwd: '/',
    ...user.identity,
    stdio: 'ignore',
  });
  return asked.status === 0;
}
