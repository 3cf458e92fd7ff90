import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createRenewalWorld, type RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { refundOrder } from '../../payments/index.server.ts';
import {
  cancelSubscription,
  changePlanAtPeriodEnd,
  pauseSubscription,
  resumeSubscription,
} from '../subscriptions/index.server.ts';

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

describe('subscription that its buyer changes', () => {
  test('is not charged while paused, and resumes with a new period from that day', async () => {
    const { id } = await world.subscribe();
    const due = addMonths(today(), 12);
    accepted(await pauseSubscription(world.ctx, id));
    await world.until(addMonths(due, 2));
    expect(world.gateway.captures()).toHaveLength(1);
    accepted(await resumeSubscription(world.ctx, id));
    await world.jobs();
    expect(world.gateway.captures()).toHaveLength(2);
    expect(await world.subscription(id)).toMatchObject({
      state: 'active',
      anchor: today(),
      periodStart: today(),
      nextChargeOn: addMonths(today(), 12),
    });
  });

  test('canceled at the period’s end keeps access until then; canceled now, loses it', async () => {
    const { id, orderId } = await world.subscribe();
    const due = addMonths(today(), 12);
    const requestedPlan = { when: 'period-end', reason: 'too-dear' } as const;
    expect(accepted(await cancelSubscription(world.ctx, id, requestedPlan))).toEqual({ cancelsOn: due });
    const access = () =>
      database.db.selectFrom('access_grants').select('state').where('order_id', '=', orderId).execute();
    await world.until(addDays(due, -1));
    expect(await world.subscription(id)).toMatchObject({ state: 'active', cancelsOn: due, nextChargeOn: null });
    expect(await access()).toEqual([{ state: 'active' }]);
    await world.until(due);
    expect(await world.subscription(id)).toMatchObject({ state: 'canceled' });
    expect(await access()).toEqual([{ state: 'revoked' }]);
    expect(world.gateway.captures()).toHaveLength(1);
    expect(await cancelSubscription(world.ctx, id, requestedPlan)).toEqual({ ok: false, error: 'not-possible' });
  });

  test('canceled and resumed before its end is charged as before', async () => {
    const { id } = await world.subscribe();
    const due = addMonths(today(), 12);
    accepted(await cancelSubscription(world.ctx, id, { when: 'period-end', reason: 'x' }));
    accepted(await resumeSubscription(world.ctx, id));
    await world.until(due);
    expect(await world.subscription(id)).toMatchObject({ state: 'active', cancelsOn: null, periodStart: due });
  });

  test('cannot change to a plan that is not sold', async () => {
    const { id } = await world.subscribe();
    expect(await changePlanAtPeriodEnd(world.ctx, id, 'plan-none')).toEqual({ ok: false, error: 'plan-not-offered' });
  });
});

describe('refunded order', () => {
  test('cancels the subscription that it began', async () => {
    const { id, orderId } = await world.subscribe();
    accepted(await refundOrder(world.ctx, orderId, 114_000n, 'refund-of-all', 'withdrawal'));
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject({ state: 'canceled', nextChargeOn: null });
    await world.until(addMonths(today(), 12));
    expect(world.gateway.captures()).toHaveLength(1);
    expect((await world.periods(id))[1]).toMatchObject({ state: 'waived' });
  });

  test('that is refunded in part changes nothing', async () => {
    const { id, orderId } = await world.subscribe();
    accepted(await refundOrder(world.ctx, orderId, 1_000n, 'refund-of-some', 'goodwill'));
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject({ state: 'active' });
  });
});
