import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { openSignalChannel, type SignalChannel } from './signal-channel.server.ts';

let database: TestDatabase;
let here: SignalChannel;
let there: SignalChannel;
beforeAll(async () => {
  database = await createTestDatabase();
  here = await openSignalChannel(database.address, database.pool, 'test_channel');
  there = await openSignalChannel(database.address, database.pool, 'test_channel');
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.close();
});

test('this process hears at once, another one soon, each once, and only of the name it asked for', async () => {
  const heard = { here: 0, there: 0, other: 0 };
  here.on('order-1', () => (heard.here += 1));
  there.on('order-1', () => (heard.there += 1));
  there.on('order-2', () => (heard.other += 1));
  here.emit('order-1');
  expect(heard.here).toBe(1);
  await expect.poll(() => heard.there).toBe(1);
  expect(heard).toEqual({ here: 1, there: 1, other: 0 });
});

test('a listener that stopped gets no signal', async () => {
  let heard = 0;
  const stop = there.on('order-3', () => (heard += 1));
  let last = 0;
  there.on('order-4', () => (last += 1));
  stop();
  here.emit('order-3');
  here.emit('order-4');
  await expect.poll(() => last).toBe(1);
  expect(heard).toBe(0);
});

test('a lost connection is opened again', async () => {
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'matricula-signals' and datname = current_database()",
  );
  let heard = 0;
  there.on('order-5', () => (heard += 1));
  await expect
    .poll(
      () => {
        here.emit('order-5');
        return heard;
      },
      { interval: 100 },
    )
    .toBeGreaterThan(0);
});
