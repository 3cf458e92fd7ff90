import { chmodSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseLifecycle, hasOrdinaryUser, NOBODY } from '#tests/support/database/database-lifecycle.server.ts';
import { deep } from '#tests/support/depth.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';
import { preparePostgresFolders } from './postgres-folders.server.ts';
import { runsAsRoot } from './server-user.server.ts';

const { folder, start, numbersAfterRestart } = databaseLifecycle();

describe.runIf(runsAsRoot())('folders that are closed to an unprivileged user', () => {
  test('an explicit one is refused with the remedy and left as it was', async () => {
    const closed = folder(0o700);
    const prepared = await preparePostgresFolders({ dataDir: path.join(closed, 'data'), dataDirIsDefault: false });
    expect(prepared).toMatchObject({ ok: false, error: { code: 'data-dir-unreachable' } });
    expect(prepared.ok ? '' : prepared.error.message).toMatch(/chmod o\+x.*DATA_DIR/s);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
  });

  test('the default one moves, always to the same place, and works there', { timeout: 20_000 }, async () => {
    const closed = folder(0o700);
    const openFolder = path.join(folder(), 'open');
    const options = { dataDir: path.join(closed, 'data'), dataDirIsDefault: true, openFolder };
    const said: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const started = await startEmbeddedPostgres({
        ...options,
        say: (event, where) => said.push(`${event} ${where}`),
      });
      if (!started.ok) throw new Error(started.error.message);
      expect(started.value.folder.startsWith(`${openFolder}/`)).toBe(true);
      await started.value.stop();
    }
    expect(said).toHaveLength(2);
    expect(said[0]).toBe(said[1]);
    expect(said[0]).toMatch(/^database-moved /);
  });
});

describe.runIf(hasOrdinaryUser)('root and an ordinary user', () => {
  test('data that another user owns goes on under that user', { ...deep, timeout: 20_000 }, async () => {
    const dataDir = path.join(folder(0o777), 'data');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    await numbersAfterRestart(dataDir, NOBODY);
    expect(await numbersAfterRestart(dataDir)).toEqual([]);
    expect(statSync(path.join(dataDir, 'postgres', 'data')).uid).toBe(NOBODY);
  });

  test('data that only another user may read is refused with the remedy', { timeout: 20_000 }, async () => {
    const dataDir = path.join(folder(), 'data');
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true, mode: 0o755 });
    chmodSync(path.join(dataDir, 'postgres'), 0o700);
    const product = start(dataDir, { uid: NOBODY });
    const { refused, message } = await product.until((event) => event.refused !== undefined);
    expect(refused).toBe('data-dir-unreachable');
    expect(message).toContain('DATA_DIR');
  });
});
