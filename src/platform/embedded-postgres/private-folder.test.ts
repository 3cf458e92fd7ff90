import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPrivateFolder } from './private-folder.server.ts';
import { preparePostgresFolders } from './postgres-folders.server.ts';

let listenAddress: string;
beforeAll(() => {
  listenAddress = mkdtempSync(path.join(os.tmpdir(), 'matricula-folder-'));
  writeFileSync(path.join(listenAddress, 'file'), '');
});
afterAll(() => rmSync(listenAddress, { recursive: true, force: true }));

describe('a folder', () => {
  test('is made with all above it, is left when it is there, and may be made by two at once', async () => {
    const deep = path.join(listenAddress, 'a', 'b', 'c');
    expect(await Promise.all([createPrivateFolder(deep, 0o755), createPrivateFolder(deep, 0o755)])).toEqual([
      null,
      null,
    ]);
    expect(statSync(deep).isDirectory()).toBe(true);
    expect(await createPrivateFolder(deep, 0o755)).toBeNull();
  });

  test('is not made of a file, or below one', async () => {
    expect(await createPrivateFolder(path.join(listenAddress, 'file'), 0o755)).toBe('ENOTDIR');
    expect(await createPrivateFolder(path.join(listenAddress, 'file', 'below', 'it'), 0o755)).toBe('ENOTDIR');
  });

  test.runIf(process.platform === 'linux')('where the system takes none ends with its word', async () => {
    expect(await createPrivateFolder('/proc/nothing/here', 0o755)).toMatch(/^E[A-Z]+$/);
  });
});

describe('DATA_DIR', () => {
  test.each(['file', 'file/below'])(
    'that cannot be a folder (%s) is refused by name, without a trace of code',
    async (name) => {
      const prepared = await preparePostgresFolders({
        dataDir: path.join(listenAddress, name),
        dataDirIsDefault: false,
      });
      expect(prepared).toMatchObject({ ok: false, error: { code: 'data-dir-unusable' } });
      expect(prepared.ok ? '' : prepared.error.message).toMatch(
        /^DATA_DIR: .*a part of this path is a file.*Allowed: /,
      );
      expect(existsSync(path.join(listenAddress, 'file'))).toBe(true);
    },
  );
});
