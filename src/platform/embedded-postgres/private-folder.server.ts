import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its missing parents, one by one: `mkdir` with `recursive` never ends where a folder ignores new
 * entries without an error (`/proc`). Returns null, or the system's error code, e.g. `ENOTDIR` (a part of the path is a
 * file), `EACCES`, `EROFS`, `ENOSPC`.
 */
export async function createPrivateFolder(folder: string, mode: number): Promise<string | null> {
  const missing: string[] = [];
  try {
    for (let at = folder; !existsSync(at); at = path.dirname(at)) missing.unshift(at);
    if (!statSync(path.dirname(missing[0] ?? path.join(folder, '.'))).isDirectory()) return 'ENOTDIR';
    for (const one of missing) await mkdir(one, { mode });
    return statSync(folder).isDirectory() ? null : 'ENOTDIR';
  } catch (thrown) {
    // Another process may be creating the same folders.
    if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') {
      return thrown.code === 'EEXIST' && missing.length > 0 ? createPrivateFolder(folder, mode) : thrown.code;
    }
    throw thrown;
  }
}
