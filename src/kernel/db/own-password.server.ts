import { randomBytes } from 'node:crypto';
import { chown, link, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerUser } from './server-user.server.ts';

/** The password of an embedded server, which only its user may read; made when there is none. */
export async function ownPassword(file: string, { identity }: ServerUser): Promise<string> {
  const draft = `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
    if (identity !== null) await chown(draft, identity.uid, identity.gid);
    // Whole and with its owner, or not there: of two first starts the other would read it empty. Never writes through a
    // link that somebody put there.
    await link(draft, file);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}
