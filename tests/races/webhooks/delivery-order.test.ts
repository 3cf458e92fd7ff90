import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createWebhookDispatcher,
  deliveriesOf,
  endpointViews,
  replayEvents,
} from '#src/domain/messaging/webhooks/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createWebhookWorld, webhooksTo, type WebhookWorld } from '#tests/support/worlds/webhook-world.server.ts';

let database: TestDatabase;
let webhookWorld: WebhookWorld;
const platform = 'school/platform';
const patience = { timeout: 30_000 };

beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate webhook_deliveries, webhook_endpoints, outbox_events cascade');
  webhookWorld = await createWebhookWorld(database);
});
afterEach(() => webhookWorld.close());

const orderOf = (body: string): string => (JSON.parse(body) as { data: { orderId: string } }).data.orderId;

/** A dispatcher to a platform that answers what `answer` says (a status, or nothing: it takes it), and what it logs as errors. */
function dispatcherTo(answer: (body: string) => number | Promise<void>) {
  const webhooks = webhooksTo(webhookWorld.sandbox.origin);
  const errors: string[] = [];
  const log = { ...webhookWorld.world.ctx.log, error: (event: string) => void errors.push(event) };
  const dispatcher = createWebhookDispatcher({
    ...{ ...webhookWorld.world.ctx, log },
    webhooks: {
      ...webhooks,
      endpoints: webhooks.endpoints.filter(({ id }) => id === platform),
      endpointsOf: () => webhooks.endpoints.filter(({ id }) => id === platform),
      async post(url, body, headers) {
        const status = await answer(body);
        if (typeof status !== 'number') return webhooks.post(url, body, headers);
        return { kind: 'status', status, headers: {}, json: undefined, isRepeat: false };
      },
    },
  });
  const round = () => dispatcher.tick().then(() => dispatcher.idle());
  return { dispatcher, errors, round };
}

/** What arrived of an order, in the order of its arrival. */
async function deliveredOf(orderId: string): Promise<readonly string[]> {
  const arrivals = await webhookWorld.arrivals(platform);
  return arrivals.flatMap(({ type, body }) => (orderOf(JSON.stringify(body)) === orderId ? [type ?? ''] : []));
}
const wholeSale = ['access.granted', 'subscription.started', 'order.paid'];

async function deliveries(orderId: string) {
  const { rows } = await database.pool.query<{ type: string; state: string; tries: number; id: bigint }>(
    `select e.type, d.state, d.tries, e.id from webhook_deliveries d join outbox_events e on e.id = d.event_id
     left join subscriptions s on s.id = e.subscription_id
     where d.endpoint_id = $1 and $2 in (e.order_id, s.order_id) order by e.id`,
    [platform, orderId],
  );
  return rows;
}

describe('events of one order', () => {
  test('are delivered in order, whatever fails; other orders do not wait', async () => {
    let failures = 1;
    const { round } = dispatcherTo(() => (failures-- > 0 ? 500 : Promise.resolve()));
    const first = await webhookWorld.sell();
    await round();
    expect(await deliveredOf(first)).toEqual([]);
    const second = await webhookWorld.sell();
    await round();
    expect(await deliveredOf(first)).toEqual([]);
    expect(await deliveredOf(second)).toEqual(wholeSale);
    webhookWorld.clock.advance(6_000);
    await round();
    expect(await deliveredOf(first)).toEqual(wholeSale);
  });

  test('is never on its way twice at once, however many bring', async () => {
    const underWay = new Set<string>();
    const faults: string[] = [];
    let most = 0;
    async function take(body: string): Promise<void> {
      const orderId = orderOf(body);
      if (underWay.has(orderId)) faults.push(orderId);
      underWay.add(orderId);
      most = Math.max(most, underWay.size);
      await new Promise((resume) => setTimeout(resume, 5));
      underWay.delete(orderId);
    }
    const [one, other] = [dispatcherTo(take), dispatcherTo(take)];
    const sold = await Promise.all(Array.from({ length: 8 }, () => webhookWorld.sell()));
    await Promise.all([one.round(), other.round(), one.round(), other.round()]);
    await one.round();
    expect([faults, most]).toEqual([[], 4]);
    for (const orderId of sold) expect(await deliveredOf(orderId)).toEqual(wholeSale);
  });

  test('comes into the lists in its order: a worker waits for nobody and passes nobody', async () => {
    const { dispatcher: one, round } = dispatcherTo(() => Promise.resolve());
    const { dispatcher: other } = dispatcherTo(() => Promise.resolve());
    await round();
    const orderId = await webhookWorld.sell();
    const holder = await database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from outbox_events where order_id = $1 order by id limit 1 for update', [orderId]);
      const look = one.tick();
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database.pool.query(waits)).rowCount, patience).toBe(1);
      await other.tick();
      await other.idle();
      expect(await deliveries(orderId)).toEqual([]);
      await holder.query('commit');
      await look;
    } finally {
      holder.release(true);
    }
    await one.idle();
    await round();
    expect(await deliveredOf(orderId)).toEqual(wholeSale);
  });
});

describe('a message that is always refused', () => {
  test('is given up within the hour where the receiver takes others, and those after it go on', async () => {
    let poisoned = '';
    const { round, errors } = dispatcherTo((body) =>
      orderOf(body) === poisoned && body.includes('"access.granted"') ? 422 : Promise.resolve(),
    );
    poisoned = await webhookWorld.sell();
    const passed: string[] = [];
    for (let minute = 0; minute < 60; minute += 5) {
      await webhookWorld.sell();
      await round();
      if ((await deliveries(poisoned))[0]?.state === 'waiting') passed.push(...(await deliveredOf(poisoned)));
      webhookWorld.clock.advance(5.1 * 60_000);
    }
    // Nothing after it passed while it might still arrive.
    expect(passed).toEqual([]);
    const [given] = await deliveries(poisoned);
    expect(given).toMatchObject({ type: 'access-granted', state: 'given-up', tries: 10 });
    expect(errors).toEqual(['webhook-given-up']);
    expect(await deliveredOf(poisoned)).toEqual(wholeSale.slice(1));
    poisoned = '';
    expect(accepted(await replayEvents(webhookWorld.world.ctx, platform, { eventId: given?.id ?? 0n }))).toBe(1);
    await round();
    expect((await webhookWorld.arrivals(platform)).at(-1)?.type).toBe('access.granted');
  });

  test('keeps its long schedule where nothing waits behind it, and where the receiver takes nothing', async () => {
    let isDown = false;
    let refused = '';
    const { round } = dispatcherTo((body) =>
      isDown || (orderOf(body) === refused && body.includes('"order.paid"')) ? 503 : Promise.resolve(),
    );
    refused = await webhookWorld.sell();
    await round();
    isDown = true;
    const unheard = await webhookWorld.sell();
    for (let minute = 0; minute < 60; minute += 5) {
      webhookWorld.clock.advance(5.6 * 60_000);
      await round();
    }
    expect((await deliveries(refused)).map(({ state, tries }) => [state, tries])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
      ['waiting', 4],
    ]);
    const [first, ...after] = await deliveries(unheard);
    expect(first).toMatchObject({ state: 'waiting' });
    expect(first?.tries).toBeLessThanOrEqual(4);
    expect(after.map(({ tries }) => tries)).toEqual([0, 0]);
  });
});

describe('an event with nothing to say', () => {
  test('holds nothing up and is no sign that the receiver is well', async () => {
    const { round } = dispatcherTo(() => Promise.resolve());
    await round();
    await database.pool.query('update webhook_endpoints set failures = 4');
    const orderId = await webhookWorld.sell();
    // Past the rule that keeps what was recorded of each access.
    const removal = `delete from access_grants where order_id = '${orderId}'`;
    await database.pool.query(`set session_replication_role = replica; ${removal}; reset session_replication_role`);
    // What comes after it comes later.
    const { rows: after } = await database.pool.query<{ id: bigint }>(
      `update outbox_events set dispatched_at = now() where type <> 'access-granted' returning id`,
    );
    await round();
    const view = async () =>
      (await endpointViews(webhookWorld.world.ctx)).find(({ endpoint }) => endpoint.id === platform);
    expect(await view()).toMatchObject({ failures: 4, lastSuccessAt: null, waiting: 0 });
    expect(await webhookWorld.arrivals(platform)).toEqual([]);
    expect((await deliveries(orderId)).map(({ state }) => state)).toEqual(['delivered']);
    await database.pool.query('update outbox_events set dispatched_at = null where id = any($1)', [
      after.map(({ id }) => id),
    ]);
    await round();
    expect(await deliveredOf(orderId)).toEqual(wholeSale.slice(1));
    expect(await view()).toMatchObject({ failures: 0, waiting: 0 });
  });
});

describe('an endpoint that no brand names any more', () => {
  test('is owed nothing after an hour, which is said aloud; named again, it gets what it missed by a replay', async () => {
    const { round } = dispatcherTo(() => 503);
    const orderId = await webhookWorld.sell();
    await round();
    const errors: string[] = [];
    const log = { ...webhookWorld.world.ctx.log, error: (event: string) => void errors.push(event) };
    const without = { ...webhooksTo(webhookWorld.sandbox.origin, []), endpointsOf: () => [] };
    const newer = createWebhookDispatcher({ ...webhookWorld.world.ctx, log, webhooks: without });
    await newer.tick();
    webhookWorld.clock.advance(50 * 60_000);
    await newer.tick();
    expect((await deliveries(orderId)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(errors).toEqual([]);
    webhookWorld.clock.advance(11 * 60_000);
    await newer.tick();
    await newer.tick();
    expect(errors).toEqual(['webhook-endpoint-unlisted']);
    const ended = await deliveriesOf(webhookWorld.world.ctx.db, platform, { state: 'ended', limit: 9 });
    expect(ended.map(({ lastFailure }) => lastFailure)).toEqual(Array(3).fill('endpoint-unlisted'));
    const span = { from: new Date(0), to: new Date(webhookWorld.clock.now().getTime() + 1_000), onlyMissed: true };
    await webhookWorld.round();
    expect(accepted(await replayEvents(webhookWorld.world.ctx, platform, span))).toBe(3);
    await webhookWorld.round();
    expect(await deliveredOf(orderId)).toEqual(wholeSale);
    await newer.stop();
  });

  test('by a worker of before, is named by those that began with it: nothing of it is lost', async () => {
    const { round } = dispatcherTo(async () => undefined);
    await round();
    const before = createWebhookDispatcher({
      ...webhookWorld.world.ctx,
      webhooks: webhooksTo(webhookWorld.sandbox.origin, []),
    });
    await before.tick();
    await before.stop();
    webhookWorld.clock.advance(61 * 60_000);
    const orderId = await webhookWorld.sell();
    await round();
    expect(await deliveredOf(orderId)).toEqual(wholeSale);
  });
});
