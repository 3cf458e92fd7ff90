import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createWebhookDispatcher,
  deliveriesOf,
  endpointViews,
  openEndpoint,
  replayEvents,
} from '#src/domain/messaging/webhooks/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createWebhookWorld, webhooksTo, type WebhookWorld } from '#tests/support/worlds/webhook-world.server.ts';

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
  webhookWorld = await createWebhookWorld(database, 3_000);
});
afterEach(() => webhookWorld.close());

const bodyOf = (delivery: { readonly body: unknown } | undefined) =>
  (delivery?.body as { data: Record<string, unknown> } | undefined)?.data;

/** The event's own number, which grows. */
const numberOf = ({ webhookId }: { readonly webhookId: string }) => parseInt(webhookId.split('_')[1] ?? '', 36);

async function stateOf(endpoint: string) {
  return (await endpointViews(webhookWorld.world.ctx)).find((view) => view.endpoint.id === endpoint);
}

describe('an event', () => {
  test('is delivered to the platform in order, with the fewest names, once', async () => {
    const orderId = await webhookWorld.sell();
    await webhookWorld.round();
    await webhookWorld.round();
    const arrived = await webhookWorld.arrivals(platform);
    expect(arrived.map(({ type, verdict }) => [type, verdict])).toEqual([
      ['access.granted', 'effect'],
      ['subscription.started', 'effect'],
      ['order.paid', 'effect'],
    ]);
    expect(bodyOf(arrived[0])).toMatchObject({
      orderId,
      student: { name: 'Maria da Silva', email: 'maria@example.com' },
    });
    expect(bodyOf(arrived[1])).toMatchObject({ orderId, amount: 114_000, currency: 'BRL' });
    expect(bodyOf(arrived[2])).toMatchObject({ orderId, amount: 114_000, currency: 'BRL', buyer: null });
    expect(JSON.stringify(arrived.slice(1)).toLowerCase()).not.toContain('maria');
  });

  test('is delivered to a brand’s own backend: leads with their route, payments with the document for the fiscal note', async () => {
    await webhookWorld.sell();
    await webhookWorld.round();
    const arrived = await webhookWorld.arrivals(backend);
    expect(arrived.map(({ type }) => type)).toEqual(['lead.created', 'payment.requested', 'order.paid']);
    expect(bodyOf(arrived[0])).toMatchObject({
      route: 'enem',
      planType: 'yearly',
      contact: { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' },
    });
    expect(bodyOf(arrived[1])).toMatchObject({ method: 'at-once', amount: 114_000, installments: 1 });
    expect(bodyOf(arrived[2])).toMatchObject({ buyer: { name: 'Maria da Silva', email: 'maria@example.com' } });
  });

  test('is delivered to nobody without an endpoint', async () => {
    const quiet = createWebhookDispatcher({
      ...webhookWorld.world.ctx,
      webhooks: { ...webhooksTo(webhookWorld.sandbox.origin), endpointsOf: () => [] },
    });
    await webhookWorld.sell();
    await quiet.tick();
    const { rows } = await database.pool.query(
      'select count(*)::int as left from outbox_events where dispatched_at is null',
    );
    expect(rows).toEqual([{ left: 0 }]);
    await webhookWorld.round();
    expect(await webhookWorld.arrivals()).toEqual([]);
  });

  test('two workers at the same time bring each message once', async () => {
    for (let sale = 0; sale < 15; sale += 1) await webhookWorld.sell();
    const other = createWebhookDispatcher(webhookWorld.world.ctx);
    await Promise.all([webhookWorld.dispatcher.tick(), other.tick(), webhookWorld.dispatcher.tick(), other.tick()]);
    await Promise.all([webhookWorld.dispatcher.idle(), other.idle()]);
    await webhookWorld.round();
    const arrived = await webhookWorld.arrivals();
    expect(arrived.filter(({ verdict }) => verdict === 'repeat')).toEqual([]);
    expect(arrived).toHaveLength(15 * 6);
    const purchases = Map.groupBy(await webhookWorld.arrivals(platform), (delivery) => bodyOf(delivery)?.['orderId']);
    expect(purchases.size).toBe(15);
    for (const purchase of purchases.values()) {
      const numbers = purchase.map(numberOf);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
  });
});

describe('a receiver that fails', () => {
  test('gets the same message again by the schedule until it takes it', async () => {
    await webhookWorld.faults({ mode: 'maintenance', school: 'school', times: 3 });
    for (let sale = 0; sale < 3; sale += 1) await webhookWorld.sell();
    await webhookWorld.round();
    expect(await webhookWorld.arrivals(platform)).toEqual([]);
    await webhookWorld.round();
    expect(await webhookWorld.arrivals(platform)).toEqual([]);
    webhookWorld.clock.advance(6_000);
    await webhookWorld.round();
    expect(await webhookWorld.arrivals(platform)).toHaveLength(9);
    // The first of each purchase was sent twice; what came after it waited.
    const deliveries = await deliveriesOf(webhookWorld.world.ctx.db, platform, { limit: 9 });
    const tries = deliveries.map((one) => [one.type, one.state, one.tries]);
    expect(tries.toReversed()).toEqual(
      [1, 2, 3].flatMap(() => [
        ['access.granted', 'delivered', 2],
        ['subscription.started', 'delivered', 1],
        ['order.paid', 'delivered', 1],
      ]),
    );
  });

  test('that did it and said 500, or broke off, does it once all the same', async () => {
    await webhookWorld.faults(
      { mode: '500-after', school: 'school', times: 1 },
      // Once: a connection that was kept is tried again at once, a fresh one by the schedule, and either is right.
      { mode: 'reset', school: 'office', times: 1 },
    );
    await webhookWorld.sell();
    await webhookWorld.round();
    webhookWorld.clock.advance(6_000);
    await webhookWorld.round();
    const arrived = await webhookWorld.arrivals();
    const effects = arrived.filter(({ verdict }) => verdict === 'effect').map((one) => `${one.endpoint} ${one.type}`);
    expect(effects).toHaveLength(6);
    expect(new Set(effects).size).toBe(6);
    expect(arrived.filter(({ verdict }) => verdict === 'repeat').length).toBeGreaterThanOrEqual(2);
  });

  test('is slow: nobody else waits for it', async () => {
    const gate = Promise.withResolvers<void>();
    const webhooks = webhooksTo(webhookWorld.sandbox.origin);
    const dispatcher = createWebhookDispatcher({
      ...webhookWorld.world.ctx,
      webhooks: {
        ...webhooks,
        async post(url, body, headers) {
          if (url.endsWith('/events')) await gate.promise;
          return webhooks.post(url, body, headers);
        },
      },
    });
    const others = async () => (await webhookWorld.arrivals(backend)).length;
    try {
      await webhookWorld.sell();
      await dispatcher.tick();
      await expect.poll(others, { timeout: 30_000 }).toBe(3);
      await webhookWorld.sell();
      await dispatcher.tick();
      await expect.poll(others, { timeout: 30_000 }).toBe(6);
      expect(await webhookWorld.arrivals(platform)).toEqual([]);
    } finally {
      gate.resolve();
      await dispatcher.idle();
    }
    expect(await webhookWorld.arrivals(platform)).toHaveLength(6);
  });

  test('that never answers has a time limit', async () => {
    await webhookWorld.faults({ mode: 'timeout-before', school: 'school', times: 3 });
    await webhookWorld.sell();
    await webhookWorld.round();
    const first = (await deliveriesOf(webhookWorld.world.ctx.db, platform, { limit: 3 })).at(-1);
    expect(first).toMatchObject({ state: 'waiting', tries: 1, lastFailure: 'timed-out', lastStatus: null });
  });

  test('rests after five failures in a row, and one message probes it before the others', async () => {
    await webhookWorld.faults({ mode: 'maintenance', school: 'school' });
    for (let sale = 0; sale < 6; sale += 1) await webhookWorld.sell();
    await webhookWorld.round();
    expect(await stateOf(platform)).toMatchObject({ state: 'paused', waiting: 18 });
    const tried = async () =>
      (await deliveriesOf(webhookWorld.world.ctx.db, platform, { limit: 99 })).reduce(
        (sum, { tries }) => sum + tries,
        0,
      );
    const before = await tried();
    expect(before).toBeLessThanOrEqual(9);
    await webhookWorld.round();
    expect(await tried()).toBe(before);
    webhookWorld.clock.advance(10 * 60_000);
    await webhookWorld.round();
    expect(await tried()).toBe(before + 1);
    await webhookWorld.faults();
    webhookWorld.clock.advance(60 * 60_000);
    await webhookWorld.round();
    expect(await stateOf(platform)).toMatchObject({ state: 'open', waiting: 0, failures: 0 });
    expect((await webhookWorld.arrivals(platform)).filter(({ verdict }) => verdict === 'effect')).toHaveLength(18);
  });

  test('is given up after ten tries in 75 hours, and a replayEvents begins again', async () => {
    await webhookWorld.faults({ mode: 'maintenance', school: 'school' });
    for (let sale = 0; sale < 3; sale += 1) await webhookWorld.sell();
    // Pauses are up to a tenth longer, and of three that wait one goes ahead per look: 104 h at most.
    for (let hour = 0; hour < 110; hour += 1) {
      await webhookWorld.round();
      webhookWorld.clock.advance(3_600_000);
    }
    const over = await deliveriesOf(webhookWorld.world.ctx.db, platform, { state: 'given-up', limit: 9 });
    expect(over.map((one) => [one.type, one.tries])).toEqual([1, 2, 3].map(() => ['access.granted', 10]));
    await webhookWorld.faults();
    const [given] = await deliveriesOf(webhookWorld.world.ctx.db, platform, { state: 'given-up', limit: 1 });
    expect(accepted(await replayEvents(webhookWorld.world.ctx, platform, { eventId: given?.eventId ?? 0n }))).toBe(1);
    expect(await openEndpoint(webhookWorld.world.ctx, platform)).toBe(true);
    await webhookWorld.round();
    expect((await webhookWorld.arrivals(platform)).map(({ webhookId }) => webhookId)).toContain(given?.messageId);
  });

  test('that answers 410 gets nothing more, until the operator opens it and replays', async () => {
    const from = webhookWorld.clock.now();
    await webhookWorld.faults({ mode: 'gone', school: 'school', times: 1 });
    await webhookWorld.sell();
    await webhookWorld.round();
    await webhookWorld.sell();
    await webhookWorld.round();
    expect(await stateOf(platform)).toMatchObject({ state: 'ended', waiting: 0 });
    const missed = await deliveriesOf(webhookWorld.world.ctx.db, platform, { state: 'ended', limit: 9 });
    const span = { from, to: new Date(webhookWorld.clock.now().getTime() + 1000), onlyMissed: true };
    expect(await replayEvents(webhookWorld.world.ctx, platform, span)).toEqual({ ok: false, error: 'endpoint-ended' });
    expect(await openEndpoint(webhookWorld.world.ctx, platform)).toBe(true);
    expect(accepted(await replayEvents(webhookWorld.world.ctx, platform, span))).toBe(missed.length);
    expect(missed.length).toBeGreaterThanOrEqual(4);
    await webhookWorld.round();
    const effects = (await webhookWorld.arrivals(platform)).filter(({ verdict }) => verdict === 'effect');
    expect(new Set(effects.map(({ webhookId }) => webhookId)).size).toBe(6);
    expect(accepted(await replayEvents(webhookWorld.world.ctx, platform, { ...span, onlyMissed: false }))).toBe(6);
    await webhookWorld.round();
    const again = await webhookWorld.arrivals(platform);
    expect(again.filter(({ verdict }) => verdict === 'effect')).toHaveLength(6);
    expect(again.filter(({ verdict }) => verdict === 'repeat')).toHaveLength(6);
  });
});
