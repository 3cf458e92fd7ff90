import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PostgresFolders } from './postgres-folders.server.ts';

/** Address of a server: a folder for its Unix socket, or on Windows a loopback port. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

interface PidFile {
  readonly path: string;
  readonly text: string;
  readonly pid: number;
  readonly listenAddress: ListenAddress;
}

/** The file that the last server on this data wrote about itself; an orderly stop removes it. */
export async function readPidFile(home: PostgresFolders): Promise<PidFile | null> {
  const file = path.join(home.data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [pid = '', , , port = '', socketFolder = ''] = text.split('\n').map((line) => line.trim());
  if (pid === '' || port === '') return null;
  const listenAddress = { host: socketFolder === '' ? '127.0.0.1' : socketFolder, port: Number(port) };
  return { path: file, text, pid: Number(pid), listenAddress };
}

/** Address of the server on this data; null when none runs. */
export async function readPostmaster(home: PostgresFolders): Promise<ListenAddress | null> {
  const file = await readPidFile(home);
  if (file === null || !isAlive(file.pid)) return null;
  if (await isLivePostgres(file.pid)) return file.listenAddress;
  await disown(file);
  return null;
}

/** Whether a process has this number, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** False for another program with the same number, and for a zombie process (Z). */
async function isLivePostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /^\d+ \(postgres\) [^ZX]/.test(stat);
}

/**
 * After a restart of the machine or container the number in the file may be another process's, and in a container
 * whose first process reaps no orphans a killed server keeps its number: PostgreSQL would refuse to start for ever.
 * An impossible number leaves its other safeguard, the shared memory key, in place.
 */
async function disown(file: PidFile): Promise<void> {
  const handle = await open(file.path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  await handle.writeFile(file.text.replace(/^\d+/, '2147483646'));
  await handle.close();
}
