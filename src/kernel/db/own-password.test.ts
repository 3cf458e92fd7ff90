import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPassword } from './own-password.server.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-password-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const nobodyElse = { identity: null };

test('however many start at the same moment, each has the one that stays, whole', async () => {
  for (let round = 0; round < 300; round += 1) {
    const file = path.join(folder, `of-many-${round}`);
    const got = await Promise.all([ownPassword(file, nobodyElse), ownPassword(file, nobodyElse)]);
    expect(got).toEqual([got[1], readFileSync(file, 'utf8')]);
    expect(got[0]).toHaveLength(32);
  }
  expect(readdirSync(folder).filter((name) => name.includes('new'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'nobody else may read it, and nothing is written through a link',
  async () => {
    const file = path.join(folder, 'password');
    await ownPassword(file, nobodyElse);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = path.join(folder, 'other');
    writeFileSync(other, 'of somebody else');
    symlinkSync(other, path.join(folder, 'linked'));
    expect(await ownPassword(path.join(folder, 'linked'), nobodyElse)).toBe('of somebody else');
    expect(readFileSync(other, 'utf8')).toBe('of somebody else');
  },
);
