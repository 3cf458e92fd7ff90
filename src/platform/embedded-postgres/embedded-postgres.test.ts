import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { postmasterOf, serverProcesses } from '#tests/support/database/database-process.server.ts';
import {
  databaseLifecycle,
  hasOrdinaryUser,
  NOBODY,
  tryKill,
} from '#tests/support/database/database-lifecycle.server.ts';
import { byDepth, deep, long } from '#tests/support/depth.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';
import { runsAsRoot } from './server-user.server.ts';

const { folder, start, numbersAfterRestart } = databaseLifecycle();

/** The users that start the product: this process's user, and an ordinary one when that is root. */
const starters = [
  { who: runsAsRoot() ? 'root' : 'an ordinary user', uid: undefined },
  ...(hasOrdinaryUser ? [{ who: 'an ordinary user', uid: NOBODY }] : []),
];

describe.each(byDepth(starters.slice(0, 1), starters))('started by $who', long, ({ uid }) => {
  const as = uid === undefined ? {} : { uid };
  const open = (): string => path.join(folder(uid === undefined ? 0o755 : 0o777), 'data');

  test('keeps what was written over a stop and leaves no process behind', { ...deep, timeout: 20_000 }, async () => {
    const dataDir = open();
    const first = start(dataDir, { ...as, write: true });
    const { ready } = await first.until((event) => event.ready !== undefined);
    await first.until((event) => event.committed === 20);
    const server = postmasterOf(dataDir) ?? 0;
    await first.end('SIGTERM');
    expect(postmasterOf(dataDir)).toBeNull();
    expect(existsSync(ready?.host ?? '/')).toBe(false);
    expect(serverProcesses(server)).toEqual([server]);
    const last = first.said.findLast((event) => event.committed !== undefined)?.committed ?? 0;
    expect((await numbersAfterRestart(dataDir, uid)).length).toBeGreaterThanOrEqual(last);
  });

  test('finds the server that a killed product left running, and uses it', { ...deep, timeout: 20_000 }, async () => {
    const dataDir = open();
    const first = start(dataDir, { ...as, write: true });
    await first.until((event) => event.committed === 20);
    const server = postmasterOf(dataDir);
    await first.end('SIGKILL');
    expect(postmasterOf(dataDir)).toBe(server);
    const second = start(dataDir, as);
    const { numbers = [] } = await second.until((event) => event.ready !== undefined);
    expect(second.said).toContainEqual({ event: 'database-adopted' });
    expect(postmasterOf(dataDir)).toBe(server);
    expect(numbers).toEqual(expect.arrayContaining(first.said.flatMap((event) => event.committed ?? [])));
    await second.end('SIGTERM');
    expect(postmasterOf(dataDir)).toBeNull();
  });

  test.runIf(process.platform === 'linux')(
    'recovers everything that was committed when every process is killed at once',
    { timeout: 20_000 },
    async () => {
      const dataDir = open();
      const committed: number[] = [];
      for (let round = 0; round < 2; round += 1) {
        const product = start(dataDir, { ...as, write: true });
        await product.until((event) => (event.committed ?? 0) >= (committed.at(-1) ?? 0) + 30);
        for (const pid of serverProcesses(postmasterOf(dataDir) ?? 0)) tryKill(pid);
        await product.end('SIGKILL');
        committed.push(...product.said.flatMap((event) => event.committed ?? []));
      }
      expect(await numbersAfterRestart(dataDir, uid)).toEqual(expect.arrayContaining(committed));
    },
  );

  test(
    'a second product on the same data is refused, and the first goes on',
    { ...deep, timeout: 20_000 },
    async () => {
      const dataDir = open();
      const first = start(dataDir, { ...as, write: true });
      await first.until((event) => event.committed === 1);
      const second = start(dataDir, as);
      const { refused, message } = await second.until((event) => event.refused !== undefined);
      expect(refused).toBe('already-running');
      expect(message).toContain(path.join(dataDir, 'postgres'));
      const reached = first.said.length;
      await first.until((event) => (event.committed ?? 0) > reached + 5);
      await first.end('SIGTERM');
    },
  );

  test(
    'two first starts at the same moment: one wins, the other is refused',
    { ...deep, timeout: 20_000 },
    async () => {
      const dataDir = open();
      const both = [start(dataDir, as), start(dataDir, as)];
      const ends = await Promise.all(
        both.map((one) => one.until((event) => event.ready !== undefined || event.refused !== undefined)),
      );
      expect(ends.map((event) => event.refused ?? 'ready').sort()).toEqual(['already-running', 'ready']);
      for (const one of both) await one.end('SIGTERM');
    },
  );
});

describe('the server’s own accidents', () => {
  test(
    'a server that dies under a running product is started again at the same address',
    { timeout: 20_000 },
    async () => {
      const dataDir = path.join(folder(), 'data');
      const product = start(dataDir);
      const { ready } = await product.until((event) => event.ready !== undefined);
      const server = postmasterOf(dataDir) ?? 0;
      process.kill(server, 'SIGKILL');
      await product.until((event) => event.event === 'database-regained');
      expect(postmasterOf(dataDir)).not.toBe(server);
      const client = new pg.Client({ ...ready });
      await client.connect();
      expect((await client.query('select count(*)::int as n from numbers')).rows).toEqual([{ n: 0 }]);
      await client.end();
      await product.end('SIGTERM');
    },
  );

  test(
    'a number in postmaster.pid that now belongs to another program does not stop a start',
    { ...deep, timeout: 20_000 },
    async () => {
      const dataDir = path.join(folder(), 'data');
      const first = start(dataDir);
      await first.until((event) => event.ready !== undefined);
      const file = path.join(dataDir, 'postgres', 'data', 'postmaster.pid');
      const text = readFileSync(file, 'utf8');
      await first.end('SIGTERM');
      writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
      expect(await numbersAfterRestart(dataDir)).toEqual([]);
    },
  );

  test('data of another version is refused with the way out', { ...deep, timeout: 20_000 }, async () => {
    const dataDir = path.join(folder(), 'data');
    await numbersAfterRestart(dataDir);
    writeFileSync(path.join(dataDir, 'postgres', 'data', 'PG_VERSION'), '15\n');
    const started = await startEmbeddedPostgres({ dataDir, dataDirIsDefault: false });
    expect(started).toMatchObject({ ok: false, error: { code: 'data-from-another-version' } });
  });

  test(
    'the server’s processes do not see the product’s secrets, and its log no statements',
    { ...deep, timeout: 20_000 },
    async () => {
      const dataDir = path.join(folder(), 'data');
      const product = start(dataDir, { secret: 'canary-4711' });
      const { ready } = await product.until((event) => event.ready !== undefined);
      const client = new pg.Client({ ...ready });
      await client.connect();
      await expect(client.query(`select 'canary-0815'::int`)).rejects.toThrow();
      await expect(client.query('select $1::int / 0', [815_815_815])).rejects.toThrow();
      await client.end();
      const server = postmasterOf(dataDir) ?? 0;
      const environment = process.platform === 'linux' ? readFileSync(`/proc/${server}/environ`, 'utf8') : '';
      expect(environment).not.toContain('4711');
      await product.end('SIGTERM');
      // Nine digits in a row: the log's own times and process numbers are shorter.
      const log = readFileSync(path.join(dataDir, 'postgres', 'postgres.log'), 'utf8');
      expect(log).not.toMatch(/canary-0815|815815815/);
    },
  );
});
