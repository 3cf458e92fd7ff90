import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliveriesOf, endpointSecrets, rotateSecret } from '#src/domain/messaging/webhooks/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createWebhookWorld, type WebhookWorld } from '#tests/support/worlds/webhook-world.server.ts';

let database: TestDatabase;
let webhookWorld: WebhookWorld;
const platform = 'school/platform';
const backend = 'office/backend';

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate webhook_deliveries, webhook_endpoints, outbox_events cascade');
  webhookWorld = await createWebhookWorld(database);
});
afterEach(() => webhookWorld.close());

describe('a secret', () => {
  test('is changed while both sign: the receiver changes over when it likes', async () => {
    const secrets = await rotateSecret(webhookWorld.world.ctx, platform, 24);
    expect(secrets?.before?.secret).not.toBe(secrets?.secret);
    await webhookWorld.sell();
    await webhookWorld.round();
    expect((await webhookWorld.arrivals(platform)).map(({ verdict }) => verdict)).toEqual(Array(3).fill('effect'));
    await fetch(`${webhookWorld.sandbox.origin}/sandbox/receiver/secrets`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint: platform, secret: secrets?.secret }),
    });
    webhookWorld.clock.advance(25 * 3_600_000);
    await webhookWorld.sell();
    await webhookWorld.round();
    expect((await webhookWorld.arrivals(platform)).map(({ verdict }) => verdict)).toEqual(Array(6).fill('effect'));
    expect(await endpointSecrets(webhookWorld.world.ctx, platform)).toEqual({
      ...{ secret: secrets?.secret, secretNumber: 2, before: null },
    });
  });

  test('that was stolen stops at once: its signature is refused, which counts as a failure', async () => {
    await rotateSecret(webhookWorld.world.ctx, platform, 0);
    for (let sale = 0; sale < 3; sale += 1) await webhookWorld.sell();
    await webhookWorld.round();
    expect((await webhookWorld.arrivals(platform)).map(({ verdict }) => verdict)).toEqual(
      Array(3).fill('bad-signature'),
    );
    const [, , first] = await deliveriesOf(webhookWorld.world.ctx.db, platform, { limit: 3 });
    expect(first).toMatchObject({ state: 'waiting', lastStatus: 401, lastFailure: 'status-401' });
  });

  test('is each endpoint’s own', async () => {
    const one = await endpointSecrets(webhookWorld.world.ctx, platform);
    const other = await endpointSecrets(webhookWorld.world.ctx, backend);
    expect(one?.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(one?.secret).not.toBe(other?.secret);
    expect(await rotateSecret(webhookWorld.world.ctx, 'nobody/platform', 1)).toBeNull();
  });
});
