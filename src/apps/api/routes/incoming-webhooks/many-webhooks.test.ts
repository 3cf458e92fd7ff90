import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';

let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const tell = (body: string) => world.newBuyer().call('POST', '/api/v1/notifications/book', `"${body}"`);
const stored = async (): Promise<number> =>
  (await database.pool.query('select 1 from incoming_webhooks')).rowCount ?? Number.NaN;

test('incoming webhooks without a database wait in a short queue, forged ones are refused at once, and no accepted one is lost', async () => {
  const guard = await database.pool.connect();
  await guard.query('begin; lock table incoming_webhooks in exclusive mode');
  const answers = new Map<number, number>();
  const all = Array.from({ length: 100 }, async (_, index) => {
    const { status } = await tell(`att_nobody${index} event-${index}`);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  });
  try {
    // Three are being stored and 64 wait.
    await expect.poll(() => answers.get(503), { timeout: 10_000 }).toBe(33);
    expect((await tell('forged')).status).toBe(401);
    expect(answers.get(200)).toBeUndefined();
  } finally {
    await guard.query('rollback');
    guard.release();
  }
  await Promise.all(all);
  expect(answers.get(200)).toBe(67);
  expect(await stored()).toBe(67);
});
