import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { startSandboxServer } from '#sandbox/sandbox.server.ts';
import { replayEvents } from '#src/domain/messaging/webhooks/index.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import type { DispatcherTask } from '#tests/support/processes/dispatcher-process.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { deep, byDepth, long } from '#tests/support/depth.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createWebhookWorld, type WebhookWorld, webhookKey } from '#tests/support/worlds/webhook-world.server.ts';

let database: TestDatabase;
let webhookWorld: WebhookWorld;
const sales = byDepth(3, 6);
/** At which answer of the school it dies, one process after the other. */
const crashTimes = byDepth([1, 3, 2], [1, 2, 3, 5, 7, 4, 1]);

beforeAll(async () => {
  database = await createTestDatabase();
  webhookWorld = await createWebhookWorld(database);
});
afterAll(async () => {
  await webhookWorld.close();
  await database.close();
});

/** Runs one bringing process to its end or its death; gives the signal that ended it, if any. */
async function bring(change: Partial<DispatcherTask>): Promise<NodeJS.Signals | null> {
  // Nobody holds what a dead process held for longer than its lease, which is by the database's clock.
  await database.pool.query('update webhook_endpoints set lease = null, leased_until = null');
  const file = path.resolve(import.meta.dirname, '../../support/processes/dispatcher-process.server.ts');
  const { address } = database;
  const task: DispatcherTask = {
    address,
    sandboxOrigin: webhookWorld.sandbox.origin,
    crashTime: null,
    notesFirst: false,
    ...change,
  };
  const child = spawn(process.execPath, [file, JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  return new Promise((resolve, reject) => {
    child.on('exit', (ended, signal) => (ended === 0 || signal ? resolve(signal) : reject(new Error(complaint))));
  });
}

async function events(): Promise<number> {
  const reported = "type in ('order-paid', 'access-granted', 'subscription-started')";
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from outbox_events where ${reported}`,
  );
  return rows[0]?.count ?? 0;
}

/** By id, how often the platform did what it was told. */
async function effects(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { webhookId, verdict } of await webhookWorld.arrivals('school/platform'))
    counts.set(webhookId, (counts.get(webhookId) ?? 0) + (verdict === 'effect' ? 1 : 0));
  return counts;
}

describe('a worker that is killed between the school’s answer and its own note of it', () => {
  test('leaves each message done once, whenever it dies', { ...long, timeout: 180_000 }, async () => {
    for (let sale = 0; sale < sales; sale += 1) await webhookWorld.sell();
    for (const crashTime of crashTimes) expect(await bring({ crashTime })).toBe('SIGKILL');
    expect(await bring({})).toBeNull();
    const done = await effects();
    expect(done.size).toBe(await events());
    expect(done.size).toBeGreaterThanOrEqual(2 * sales);
    expect([...done.values()].every((count) => count === 1)).toBe(true);
    const arrived = await webhookWorld.arrivals('school/platform');
    expect(arrived.filter(({ verdict }) => verdict === 'repeat').length).toBeGreaterThan(0);
  });

  test('the school’s log outlives its own death: what it did it knows again', async () => {
    const { folder: dataDir } = webhookWorld;
    const secrets = { ...sandboxSecrets, webhookKey };
    const again = await startSandboxServer({ port: 0, smtpPort: 0, dataDir, clock: new VirtualClock(), secrets });
    try {
      const read = await fetch(`${again.origin}/sandbox/receiver.json?endpoint=school%2Fplatform`);
      expect(await read.json()).toEqual({ receivedWebhooks: await webhookWorld.arrivals('school/platform') });
    } finally {
      await again.close();
    }
    const span = { from: new Date(0), to: new Date(Date.now() + 3_600_000), onlyMissed: false };
    const count = accepted(await replayEvents(webhookWorld.world.ctx, 'school/platform', span));
    expect(await bring({})).toBeNull();
    expect(count).toBe(await events());
    expect([...(await effects()).values()].every((one) => one === 1)).toBe(true);
  }, 180_000);

  test(
    'planted bug: noted before it is sent, a message is lost and this is seen',
    { ...deep, timeout: 180_000 },
    async () => {
      const orderId = await webhookWorld.sell();
      expect(await bring({ notesFirst: true })).toBe('SIGKILL');
      expect(await bring({})).toBeNull();
      const reported = JSON.stringify((await webhookWorld.arrivals('school/platform')).map(({ body }) => body));
      expect(reported.includes(orderId)).toBe(false);
      expect((await effects()).size).toBeLessThan(await events());
    },
  );
});
