import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWebhookDispatcher, deliveriesOf, endpointViews } from '#src/domain/messaging/webhooks/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createWebhookWorld, webhooksTo, type WebhookWorld } from '#tests/support/worlds/webhook-world.server.ts';

let database: TestDatabase;
let webhookWorld: WebhookWorld;
const platform = 'school/platform';
const patience = { timeout: 30_000 };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  webhookWorld = await createWebhookWorld(database);
});
afterEach(() => webhookWorld.close());

describe('a receiver', () => {
  test('that took a message is not sent it again because its neighbours do not answer: it is noted before', async () => {
    const gate = Promise.withResolvers<void>();
    const webhooks = webhooksTo(webhookWorld.sandbox.origin);
    let posted = 0;
    const dispatcher = createWebhookDispatcher({
      ...webhookWorld.world.ctx,
      webhooks: {
        ...webhooks,
        async post(url, body, headers) {
          // The first of each of five purchases may be on its way: of the fifth once one of the others is told.
          if (url.endsWith('/events') && (posted += 1) > 3) await gate.promise;
          return webhooks.post(url, body, headers);
        },
      },
    });
    const noted = async () =>
      (await deliveriesOf(webhookWorld.world.ctx.db, platform, { state: 'delivered', limit: 99 })).length;
    try {
      for (let sale = 0; sale < 5; sale += 1) await webhookWorld.sell();
      await dispatcher.tick();
      // Four hang, one of each purchase that is being told, and those after them have not begun.
      await expect.poll(noted, patience).toBe(3);
      expect(posted).toBe(7);
    } finally {
      gate.resolve();
      await dispatcher.idle();
    }
    expect(await noted()).toBe(15);
  });

  test('that ends while messages are written into its list leaves none of them waiting', async () => {
    await webhookWorld.round();
    await webhookWorld.sell();
    const other = await database.pool.connect();
    try {
      await other.query('begin');
      await other.query('lock table webhook_deliveries in share mode');
      const look = webhookWorld.dispatcher.tick();
      // Who has ended is read by now; the writing waits.
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database.pool.query(waits)).rowCount, patience).toBe(1);
      await database.pool.query('update webhook_endpoints set ended_at = now() where id = $1', [platform]);
      await other.query('commit');
      await look;
    } finally {
      other.release(true);
    }
    await webhookWorld.round();
    const view = (await endpointViews(webhookWorld.world.ctx)).find(({ endpoint }) => endpoint.id === platform);
    expect(view).toMatchObject({ state: 'ended', waiting: 0 });
    expect(await webhookWorld.arrivals(platform)).toEqual([]);
  });
});
