import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdtempSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { packageFolder, prepareBinaries } from './postgres-binaries.server.ts';
import { runsAsRoot, type ServerUser } from './server-user.server.ts';

const user: ServerUser = { identity: runsAsRoot() ? { uid: 65534, gid: 65534 } : null };
const root = mkdtempSync(path.join(os.tmpdir(), 'matricula-binaries-'));
let round = 0;

/** A copy of the installed package that a test may damage. */
function installed(mode: number): string {
  round += 1;
  const folder = path.join(root, `${round}`, 'package');
  cpSync(packageFolder() ?? '', folder, { recursive: true, verbatimSymlinks: true });
  chmodSync(path.dirname(folder), mode);
  return folder;
}

function links(folder: string): string[] {
  const lib = path.join(folder, 'lib');
  return readdirSync(lib)
    .filter((name) => lstatSync(path.join(lib, name)).isSymbolicLink())
    .sort();
}

function runs(bin: string): string {
  return execFileSync(path.join(bin, 'postgres'), ['--version'], {
    ...user.identity,
    cwd: '/',
    encoding: 'utf8',
  }).trim();
}

beforeEach(() => chmodSync(root, 0o755));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the programs of PostgreSQL', () => {
  test('are used in place when their user reaches them', async () => {
    const folder = installed(0o755);
    const found = await prepareBinaries(user, path.join(root, 'unused'), folder);
    expect(found?.bin).toBe(path.join(folder, 'native', 'bin'));
    expect(found?.version).toMatch(/^18\./);
    expect(runs(found?.bin ?? '')).toMatch(/PostgreSQL\) 18/);
  });

  test.runIf(process.platform === 'linux')('get the links that the package’s install script did not make', async () => {
    const folder = installed(0o755);
    const native = path.join(folder, 'native');
    const before = links(native);
    for (const name of before) unlinkSync(path.join(native, 'lib', name));
    const found = await prepareBinaries(user, path.join(root, 'unused'), folder);
    expect(links(native)).toEqual(before);
    expect(runs(found?.bin ?? '')).toMatch(/PostgreSQL\) 18/);
  });

  test.runIf(runsAsRoot())('are copied once when the folder is closed to their user', async () => {
    const folder = installed(0o700);
    const copies = path.join(root, 'copies');
    const found = await prepareBinaries(user, copies, folder);
    expect(found?.bin.startsWith(`${copies}/`)).toBe(true);
    expect(runs(found?.bin ?? '')).toMatch(/PostgreSQL\) 18/);
    const made = statSync(found?.bin ?? '').ctimeMs;
    expect(await prepareBinaries(user, copies, folder)).toEqual(found);
    expect(statSync(found?.bin ?? '').ctimeMs).toBe(made);
    expect(readdirSync(copies)).toHaveLength(1);
  });

  test('that are not installed are missing', async () => {
    expect(await prepareBinaries(user, root, null)).toBeNull();
  });
});
