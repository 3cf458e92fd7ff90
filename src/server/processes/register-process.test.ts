import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { seenProcesses } from './process.repository.server.ts';
import { beatMs, registerProcess } from './register-process.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const start = (role: string, build: string) => registerProcess(world.ctx, { role, version: '1.2.3', build });
const seen = async () =>
  (await seenProcesses(database.db)).map(({ role, build, silentSeconds }) => [role, build, silentSeconds > 90]);

test('processes are known with their role and build while they run, and those that were killed as silent', async () => {
  const stop = [await start('app', 'old'), await start('worker', 'new')];
  expect(await seen()).toEqual(
    expect.arrayContaining([
      ['app', 'old', false],
      ['worker', 'new', false],
    ]),
  );
  await database.pool.query(`update processes set seen_at = now() - interval '5 minutes' where role = 'app'`);
  expect(await seen()).toContainEqual(['app', 'old', true]);
  // It was only busy: its next word is heard.
  vi.advanceTimersByTime(beatMs);
  await vi.waitFor(async () => expect(await seen()).toContainEqual(['app', 'old', false]));
  await stop[0]?.();
  expect(await seen()).toEqual([['worker', 'new', false]]);
  await database.pool.query(`update processes set seen_at = now() - interval '2 days'`);
  expect(await seen()).toEqual([]);
  const last = await start('all', 'new');
  const { rows } = await database.pool.query('select role from processes');
  expect(rows).toEqual([{ role: 'all' }]);
  await Promise.all([last(), stop[1]?.()]);
});
