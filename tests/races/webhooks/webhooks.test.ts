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
let stage: WebhookWorld;
const platform = 'school/platform';
const backend = 'office/backend';

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate webhook_deliveries, webhook_endpoints, outbox_events cascade');
  stage = await createWebhookWorld(database, 3_000);
});
afterEach(() => stage.close());

const bodyOf = (delivery: { readonly body: unknown } | undefined) =>
  (delivery?.body as { data: Record<string, unknown> } | undefined)?.data;

/** The event's own number, which grows. */
const numberOf = ({ webhookId }: { readonly webhookId: string }) => parseInt(webhookId.split('_')[1] ?? '', 36);

async function stateOf(endpoint: string) {
  return (await endpointViews(stage.world.ctx)).find((view) => view.endpoint.id === endpoint);
}

describe('what happened', () => {
  test('is told to the platform in its order, names only whom it must, and is done once', async () => {
    const orderId = await stage.sell();
    await stage.round();
    await stage.round();
    const arrived = await stage.arrivals(platform);
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

  test("is told to a brand's own backend: leads with their route, payments with the document for the fiscal note", async () => {
    await stage.sell();
    await stage.round();
    const arrived = await stage.arrivals(backend);
    expect(arrived.map(({ type }) => type)).toEqual(['lead.created', 'payment.requested', 'order.paid']);
    expect(bodyOf(arrived[0])).toMatchObject({
      route: 'enem',
      planType: 'yearly',
      contact: { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' },
    });
    expect(bodyOf(arrived[1])).toMatchObject({ method: 'at-once', amount: 114_000, installments: 1 });
    expect(bodyOf(arrived[2])).toMatchObject({ buyer: { name: 'Maria da Silva', email: 'maria@example.com' } });
  });

  test('nobody is told of what nobody listens to', async () => {
    const quiet = createWebhookDispatcher({
      ...stage.world.ctx,
      webhooks: { ...webhooksTo(stage.outside.origin), endpointsOf: () => [] },
    });
    await stage.sell();
    await quiet.tick();
    const { rows } = await database.pool.query(
      'select count(*)::int as left from outbox_events where dispatched_at is null',
    );
    expect(rows).toEqual([{ left: 0 }]);
    await stage.round();
    expect(await stage.arrivals()).toEqual([]);
  });

  test('two workers at the same time bring each message once', async () => {
    for (let sale = 0; sale < 15; sale += 1) await stage.sell();
    const other = createWebhookDispatcher(stage.world.ctx);
    await Promise.all([stage.courier.tick(), other.tick(), stage.courier.tick(), other.tick()]);
    await Promise.all([stage.courier.idle(), other.idle()]);
    await stage.round();
    const arrived = await stage.arrivals();
    expect(arrived.filter(({ verdict }) => verdict === 'repeat')).toEqual([]);
    expect(arrived).toHaveLength(15 * 6);
    const purchases = Map.groupBy(await stage.arrivals(platform), (delivery) => bodyOf(delivery)?.['orderId']);
    expect(purchases.size).toBe(15);
    for (const purchase of purchases.values()) {
      const numbers = purchase.map(numberOf);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
  });
});

describe('a receiver that is not well', () => {
  test('gets the same message again by the schedule until it takes it', async () => {
    await stage.faults({ mode: 'maintenance', school: 'school', times: 3 });
    for (let sale = 0; sale < 3; sale += 1) await stage.sell();
    await stage.round();
    expect(await stage.arrivals(platform)).toEqual([]);
    await stage.round();
    expect(await stage.arrivals(platform)).toEqual([]);
    stage.clock.advance(6_000);
    await stage.round();
    expect(await stage.arrivals(platform)).toHaveLength(9);
    // The first of each purchase was sent twice; what came after it waited.
    const deliveries = await deliveriesOf(stage.world.ctx.db, platform, { limit: 9 });
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
    await stage.faults(
      { mode: '500-after', school: 'school', times: 1 },
      // Once: a connection that was kept is tried again at once, a fresh one by the schedule, and either is right.
      { mode: 'reset', school: 'office', times: 1 },
    );
    await stage.sell();
    await stage.round();
    stage.clock.advance(6_000);
    await stage.round();
    const arrived = await stage.arrivals();
    const effects = arrived.filter(({ verdict }) => verdict === 'effect').map((one) => `${one.endpoint} ${one.type}`);
    expect(effects).toHaveLength(6);
    expect(new Set(effects).size).toBe(6);
    expect(arrived.filter(({ verdict }) => verdict === 'repeat').length).toBeGreaterThanOrEqual(2);
  });

  test('is slow: nobody else waits for it', async () => {
    const gate = Promise.withResolvers<void>();
    const webhooks = webhooksTo(stage.outside.origin);
    const courier = createWebhookDispatcher({
      ...stage.world.ctx,
      webhooks: {
        ...webhooks,
        async post(url, body, headers) {
          if (url.endsWith('/events')) await gate.promise;
          return webhooks.post(url, body, headers);
        },
      },
    });
    const others = async () => (await stage.arrivals(backend)).length;
    try {
      await stage.sell();
      await courier.tick();
      await expect.poll(others, { timeout: 30_000 }).toBe(3);
      await stage.sell();
      await courier.tick();
      await expect.poll(others, { timeout: 30_000 }).toBe(6);
      expect(await stage.arrivals(platform)).toEqual([]);
    } finally {
      gate.resolve();
      await courier.idle();
    }
    expect(await stage.arrivals(platform)).toHaveLength(6);
  });

  test('that never answers has a time limit', async () => {
    await stage.faults({ mode: 'timeout-before', school: 'school', times: 3 });
    await stage.sell();
    await stage.round();
    const first = (await deliveriesOf(stage.world.ctx.db, platform, { limit: 3 })).at(-1);
    expect(first).toMatchObject({ state: 'waiting', tries: 1, lastFailure: 'timed-out', lastStatus: null });
  });

  test('rests after five failures in a row, and one message tries the way before the others', async () => {
    await stage.faults({ mode: 'maintenance', school: 'school' });
    for (let sale = 0; sale < 6; sale += 1) await stage.sell();
    await stage.round();
    expect(await stateOf(platform)).toMatchObject({ state: 'paused', waiting: 18 });
    const tried = async () =>
      (await deliveriesOf(stage.world.ctx.db, platform, { limit: 99 })).reduce((sum, { tries }) => sum + tries, 0);
    const before = await tried();
    expect(before).toBeLessThanOrEqual(9);
    await stage.round();
    expect(await tried()).toBe(before);
    stage.clock.advance(10 * 60_000);
    await stage.round();
    expect(await tried()).toBe(before + 1);
    await stage.faults();
    stage.clock.advance(60 * 60_000);
    await stage.round();
    expect(await stateOf(platform)).toMatchObject({ state: 'open', waiting: 0, failures: 0 });
    expect((await stage.arrivals(platform)).filter(({ verdict }) => verdict === 'effect')).toHaveLength(18);
  });

  test('is given up after ten tries in 75 hours, and a replayEvents begins again', async () => {
    await stage.faults({ mode: 'maintenance', school: 'school' });
    for (let sale = 0; sale < 3; sale += 1) await stage.sell();
    // Pauses are up to a tenth longer, and of three that wait one goes ahead per look: 104 h at most.
    for (let hour = 0; hour < 110; hour += 1) {
      await stage.round();
      stage.clock.advance(3_600_000);
    }
    const over = await deliveriesOf(stage.world.ctx.db, platform, { state: 'given-up', limit: 9 });
    expect(over.map((one) => [one.type, one.tries])).toEqual([1, 2, 3].map(() => ['access.granted', 10]));
    await stage.faults();
    const [given] = await deliveriesOf(stage.world.ctx.db, platform, { state: 'given-up', limit: 1 });
    expect(accepted(await replayEvents(stage.world.ctx, platform, { eventId: given?.eventId ?? 0n }))).toBe(1);
    expect(await openEndpoint(stage.world.ctx, platform)).toBe(true);
    await stage.round();
    expect((await stage.arrivals(platform)).map(({ webhookId }) => webhookId)).toContain(given?.messageId);
  });

  test('that says 410 is told nothing more, until the operator opens it and sends a span again', async () => {
    const from = stage.clock.now();
    await stage.faults({ mode: 'gone', school: 'school', times: 1 });
    await stage.sell();
    await stage.round();
    await stage.sell();
    await stage.round();
    expect(await stateOf(platform)).toMatchObject({ state: 'ended', waiting: 0 });
    const missed = await deliveriesOf(stage.world.ctx.db, platform, { state: 'ended', limit: 9 });
    const span = { from, to: new Date(stage.clock.now().getTime() + 1000), onlyMissed: true };
    expect(await replayEvents(stage.world.ctx, platform, span)).toEqual({ ok: false, error: 'endpoint-ended' });
    expect(await openEndpoint(stage.world.ctx, platform)).toBe(true);
    expect(accepted(await replayEvents(stage.world.ctx, platform, span))).toBe(missed.length);
    expect(missed.length).toBeGreaterThanOrEqual(4);
    await stage.round();
    const effects = (await stage.arrivals(platform)).filter(({ verdict }) => verdict === 'effect');
    expect(new Set(effects.map(({ webhookId }) => webhookId)).size).toBe(6);
    expect(accepted(await replayEvents(stage.world.ctx, platform, { ...span, onlyMissed: false }))).toBe(6);
    await stage.round();
    const again = await stage.arrivals(platform);
    expect(again.filter(({ verdict }) => verdict === 'effect')).toHaveLength(6);
    expect(again.filter(({ verdict }) => verdict === 'repeat')).toHaveLength(6);
  });
});
