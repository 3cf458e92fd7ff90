import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createRenewalWorld, type RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { retryPeriodAt } from '../subscriptions/index.server.ts';
import { invoicePeriod, chargeDuePeriods, chargePeriodNow } from './index.server.ts';

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('update billing_periods set next_try_at = null');
  world = createRenewalWorld(database);
});

const today = () => marketDate(world.clock.now(), 'BR');
const lettersOf = (orderId: string | null) =>
  database.db
    .selectFrom('emails')
    .select('kind')
    .where('order_id', '=', orderId ?? '')
    .execute();

describe('subscription with a payment profile', () => {
  test('begins with the paid order: its billing period, and the next one on the same day of the next year', async () => {
    const { id, orderId } = await world.subscribe();
    const from = today();
    expect(await world.subscription(id)).toMatchObject({
      orderId,
      state: 'active',
      price: { amount: 114_000n, currency: 'BRL' },
      periodStart: from,
      periodEnd: addDays(addMonths(from, 12), -1),
      nextChargeOn: addMonths(from, 12),
      instrument: { kind: 'profile' },
    });
    expect(await world.periods(id)).toMatchObject([
      { number: 1, state: 'paid', orderId },
      { number: 2, state: 'due', orderId: null, dueOn: addMonths(from, 12) },
    ]);
  });

  test('is charged on its day, not before, once, and renews', async () => {
    const { id } = await world.subscribe();
    const from = today();
    await world.until(addDays(addMonths(from, 12), -1));
    expect(world.gateway.captures()).toHaveLength(1);
    await world.until(addMonths(from, 12));
    await world.jobs();
    expect(world.gateway.captures()).toHaveLength(2);
    expect(await world.subscription(id)).toMatchObject({
      state: 'active',
      periodStart: addMonths(from, 12),
      periodEnd: addDays(addMonths(from, 24), -1),
      nextChargeOn: addMonths(from, 24),
    });
    const [, second, third] = await world.periods(id);
    expect(second).toMatchObject({ number: 2, state: 'paid', tries: 1 });
    expect(third).toMatchObject({ number: 3, state: 'due', dueOn: addMonths(from, 24) });
    const order = await database.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', second?.orderId ?? '')
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({ state: 'paid', total: 114_000n, subscription_id: id, billing_period_number: 2 });
    expect(
      await database.db.selectFrom('subscriptions').select('id').where('order_id', '=', order.id).execute(),
    ).toEqual([]);
    const told = await database.db
      .selectFrom('outbox_events')
      .select('type')
      .where('subscription_id', '=', id)
      .orderBy('id')
      .execute();
    expect(told.map(({ type }) => type)).toEqual(['subscription-started', 'subscription-renewed']);
  });

  test('is left to the next round by a worker that stops: the charge under way is completed, no other is begun', async () => {
    const ids = [await world.subscribe(), await world.subscribe()].map(({ id }) => id);
    const due = addMonths(today(), 12);
    const before = world.gateway.captures().length;
    world.clock.advance(new Date(`${due}T15:00:00Z`).getTime() - world.clock.now().getTime());
    const charged = (): number => world.gateway.captures().length - before;
    const lanes = 1;
    expect(await chargeDuePeriods(world.ctx, { lanes, isStopping: () => charged() > 0 })).toBe(1);
    expect(charged()).toBe(1);
    // What was fetched and not begun is found again when its lease is over.
    world.clock.advance(6 * 60_000);
    expect(await chargeDuePeriods(world.ctx)).toBe(1);
    for (const id of ids) expect((await world.periods(id))[1]).toMatchObject({ state: 'paid', tries: 1 });
    expect(charged()).toBe(2);
  });

  test('is past due after a decline, its period failed, and is charged again only at a set time', async () => {
    const { id } = await world.subscribe();
    const due = addMonths(today(), 12);
    world.gateway.behavior = 'decline';
    await world.until(due);
    expect(await world.subscription(id)).toMatchObject({ state: 'past-due', pastDueSince: expect.any(Date) });
    const [, failed] = await world.periods(id);
    expect(failed).toMatchObject({ state: 'failed', tries: 1, nextTryAt: null });
    await world.until(addDays(due, 3));
    expect(world.gateway.starts).toBe(2);
    if (!failed) throw new Error('There is no second term');
    expect(await retryPeriodAt(database.db, failed, world.clock.now())).toBe(true);
    world.gateway.behavior = 'capture';
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject({ state: 'active', pastDueSince: null, periodStart: due });
    expect((await world.periods(id))[1]).toMatchObject({ state: 'paid', orderId: failed.orderId, tries: 2 });
    expect(world.gateway.captures()).toHaveLength(2);
  });

  test('at an unreachable gateway is charged again for a day, and nothing counts as a decline', async () => {
    const { id } = await world.subscribe();
    world.gateway.behavior = 'unreachable';
    const due = addMonths(today(), 12);
    await world.until(due);
    expect(await world.subscription(id)).toMatchObject({ state: 'active' });
    expect((await world.periods(id))[1]).toMatchObject({ state: 'charging' });
    world.clock.advance(3_600_000);
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject({ state: 'active' });
    world.clock.advance(25 * 3_600_000);
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject({ state: 'past-due' });
  });

  test('whose answer is lost is not charged again: a job resolves it', async () => {
    const { id } = await world.subscribe();
    world.gateway.behaviors.push('silent-after');
    await world.until(addMonths(today(), 12));
    expect((await world.periods(id))[1]).toMatchObject({ state: 'paid' });
    expect(world.gateway.captures()).toHaveLength(2);
  });

  test('without its payment profile gets an invoice', async () => {
    const { id } = await world.subscribe();
    await database.pool.query('update payment_profiles set deleted_at = now()');
    await world.until(addMonths(today(), 12));
    expect(await world.subscription(id)).toMatchObject({ instrument: { kind: 'invoice' } });
    const [, second] = await world.periods(id);
    expect(second).toMatchObject({ state: 'charging' });
    expect(await lettersOf(second?.orderId ?? null)).toEqual([{ kind: 'renewal-due' }]);
  });
});

describe('owed billing period', () => {
  test('is charged at once by a new instrument; one that is not due is not', async () => {
    const { id, sessionId } = await world.subscribe();
    expect(await chargePeriodNow(world.ctx, id)).toBe('nothing-due');
    world.gateway.behavior = 'decline';
    await world.until(addMonths(today(), 12));
    await world.saveInstrument(id, sessionId);
    world.gateway.behavior = 'capture';
    expect(await chargePeriodNow(world.ctx, id)).toBe('paid');
    expect(await chargePeriodNow(world.ctx, id)).toBe('nothing-due');
    expect(await world.subscription(id)).toMatchObject({ state: 'active' });
  });

  test('may be paid ahead by its buyer, and is not charged on its day then', async () => {
    const { id } = await world.subscribe();
    const due = addMonths(today(), 12);
    const billed = accepted(await invoicePeriod(world.ctx, id));
    expect(accepted(await invoicePeriod(world.ctx, id))).toEqual(billed);
    const order = await database.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', billed.orderId)
      .executeTakeFirstOrThrow();
    accepted(
      await world.pay(
        { id: order.session_id } as Parameters<typeof world.pay>[0],
        { id: order.quote_id } as Parameters<typeof world.pay>[1],
      ),
    );
    expect(await world.subscription(id)).toMatchObject({ periodEnd: addDays(addMonths(due, 12), -1) });
    await world.until(due);
    expect(world.gateway.captures()).toHaveLength(2);
  });

  test('that was paid by two orders has one of them refunded', async () => {
    const { id } = await world.subscribe();
    const due = addMonths(today(), 12);
    const billed = accepted(await invoicePeriod(world.ctx, id));
    const order = await database.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', billed.orderId)
      .executeTakeFirstOrThrow();
    // A code of the first order stays out there, and is paid after another order took its place.
    const code = accepted(
      await world.pay(
        { id: order.session_id } as Parameters<typeof world.pay>[0],
        { id: order.quote_id } as Parameters<typeof world.pay>[1],
        { method: 'by-code' },
      ),
    );
    await database.pool.query("update orders set state = 'closed' where id = $1", [billed.orderId]);
    await database.pool.query("update attempts set state = 'expired' where id = $1", [code.attemptId]);
    await world.until(due);
    expect(await world.subscription(id)).toMatchObject({ state: 'active', periodStart: due });
    world.gateway.receive(code.attemptId);
    await world.notify(code.attemptId);
    await world.jobs();
    expect(world.gateway.balance()).toBe(2n * 114_000n);
    expect(await world.subscription(id)).toMatchObject({ state: 'active', periodStart: due });
  });
});

describe('subscription paid by invoice', () => {
  test('gets an e-mail a week ahead, is renewed when the invoice is paid, and past due when it is not', async () => {
    const { id } = await world.subscribe(false);
    const due = addMonths(today(), 12);
    await world.until(addDays(due, -8));
    expect((await world.periods(id))[1]).toMatchObject({ state: 'due', orderId: null });
    await world.until(addDays(due, -7));
    await world.jobs();
    const [, second] = await world.periods(id);
    expect(second).toMatchObject({ state: 'charging' });
    expect(await lettersOf(second?.orderId ?? null)).toEqual([{ kind: 'renewal-due' }]);
    await world.until(due);
    expect(await world.subscription(id)).toMatchObject({ state: 'active' });
    await world.until(addDays(due, 1));
    expect(await world.subscription(id)).toMatchObject({ state: 'past-due' });
  });
});

describe('many due billing periods', () => {
  test('are all charged, in batches that never grow', async () => {
    const ids = [];
    for (let one = 0; one < 5; one += 1) ids.push((await world.subscribe()).id);
    world.clock.advance(366 * 86_400_000);
    expect(await chargeDuePeriods(world.ctx, { limit: 3 })).toBe(3);
    expect(await chargeDuePeriods(world.ctx)).toBe(2);
    for (const id of ids) expect((await world.periods(id))[1]?.state).toBe('paid');
  });
});
