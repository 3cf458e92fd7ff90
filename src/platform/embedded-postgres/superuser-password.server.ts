import { randomBytes } from 'node:crypto';
import { chown, link, open, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerUser } from './server-user.server.ts';

/** Error codes of systems without hard links: FAT, some shares, some containers' mounts. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR'];

/** How often, and how many milliseconds apart, a file is read that another start has created and not yet filled. */
const [looks, lookMs] = [40, 25];

/** The password of an embedded server, readable by its user only; created when there is none, else nothing is written. */
export async function readOrCreatePassword(file: string, user: ServerUser): Promise<string> {
  try {
    return await passwordIn(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  await makePassword(file, user);
  return passwordIn(file);
}

/** Waits for another start that is writing the file in place. */
async function passwordIn(file: string): Promise<string> {
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await pause(lookMs);
    const password = (await readFile(file, 'utf8')).trim();
    if (password !== '') return password;
  }
  throw new Error(`The database's password in ${file} is empty. Without a folder data beside it, remove the file.`);
}

async function makePassword(file: string, { identity }: ServerUser): Promise<void> {
  const draft = `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const password = randomBytes(24).toString('base64url');
  try {
    await writeFile(draft, password, { flag: 'wx', mode: 0o600, flush: true });
    if (identity !== null) await chown(draft, identity.uid, identity.gid);
    // Linked only when complete and with its owner: of two first starts the other would read an empty file. Never writes
    // through an existing link.
    await link(draft, file);
  } catch (error) {
    const code = codeOf(error);
    if (withoutLinks.includes(code)) await writeInPlace(file, password, identity);
    else if (code !== 'EEXIST') throw error;
  } finally {
    // A later start removes a remaining draft; its error must not hide the result.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Without hard links: of two first starts one creates the file, the other waits for it. */
async function writeInPlace(file: string, password: string, identity: ServerUser['identity']): Promise<void> {
  const made = await open(file, 'wx', 0o600).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
    return null;
  });
  if (made === null) return;
  try {
    if (identity !== null) await made.chown(identity.uid, identity.gid);
    await made.writeFile(password);
    await made.sync();
  } catch (error) {
    // An empty file would stop every later start.
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await made.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
