import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readOrCreatePassword } from './superuser-password.server.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-password-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterAll(() => rmSync(folder, { recursive: true }));

const nobodyElse = { identity: null };

/** From now on the system refuses this call with that code. */
function refuse(what: 'link' | 'rm' | 'writeFile', code: string): void {
  vi.spyOn(files, what).mockRejectedValue(Object.assign(new Error(code), { code }));
  syncBuiltinESMExports();
}

test('however many start at the same moment, each has the one that stays, whole', async () => {
  for (let round = 0; round < 300; round += 1) {
    const file = path.join(folder, `of-many-${round}`);
    const got = await Promise.all([readOrCreatePassword(file, nobodyElse), readOrCreatePassword(file, nobodyElse)]);
    expect(got).toEqual([got[1], readFileSync(file, 'utf8')]);
    expect(got[0]).toHaveLength(32);
  }
  expect(readdirSync(folder).filter((name) => name.includes('new'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'nobody else may read it, and nothing is written through a link',
  async () => {
    const file = path.join(folder, 'password');
    await readOrCreatePassword(file, nobodyElse);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = path.join(folder, 'other');
    writeFileSync(other, 'of somebody else');
    symlinkSync(other, path.join(folder, 'linked'));
    expect(await readOrCreatePassword(path.join(folder, 'linked'), nobodyElse)).toBe('of somebody else');
    expect(readFileSync(other, 'utf8')).toBe('of somebody else');
  },
);

test('an installation with a password starts on a full disk: nothing is written', async () => {
  const file = path.join(folder, 'of-before');
  const first = await readOrCreatePassword(file, nobodyElse);
  refuse('writeFile', 'ENOSPC');
  expect(await readOrCreatePassword(file, nobodyElse)).toBe(first);
});

test('a draft that cannot be removed hides no success', async () => {
  refuse('rm', 'EBUSY');
  const file = path.join(folder, 'beside-its-draft');
  expect(await readOrCreatePassword(file, nobodyElse)).toBe(readFileSync(file, 'utf8'));
});

test.each(['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR'])('a file system without links (%s) keeps one too', async (code) => {
  refuse('link', code);
  for (let round = 0; round < 30; round += 1) {
    const file = path.join(folder, `${code}-${round}`);
    const got = await Promise.all([readOrCreatePassword(file, nobodyElse), readOrCreatePassword(file, nobodyElse)]);
    expect(got).toEqual([got[1], readFileSync(file, 'utf8')]);
    expect(got[0]).toHaveLength(32);
  }
  expect(readdirSync(folder).filter((name) => name.includes(`${code}-`) && name.includes('new'))).toEqual([]);
});

test('one that another is writing is waited for; one that stays empty is said to be', async () => {
  const file = path.join(folder, 'empty');
  writeFileSync(file, '');
  setTimeout(() => writeFileSync(file, 'of the other'), 60);
  expect(await readOrCreatePassword(file, nobodyElse)).toBe('of the other');
  writeFileSync(file, '');
  await expect(readOrCreatePassword(file, nobodyElse)).rejects.toThrow(/is empty/);
});
