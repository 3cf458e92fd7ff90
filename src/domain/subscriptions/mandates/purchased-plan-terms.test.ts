import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { purchasedPlanTerms } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
});

async function bought() {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  const order = await orderById(world.ctx.db, orderId);
  const plan = course.plans.find(({ id }) => id === order?.planId);
  if (!order || !plan) throw new Error('Nothing was bought');
  return { order, plan };
}

describe('plan terms of a purchase', () => {
  test('without a consent to renewal are those of an invoice, at the subscription’s price and day', async () => {
    const { order, plan } = await bought();
    const today = marketDate(world.clock.now(), 'BR');
    expect(await purchasedPlanTerms(world.ctx, order, plan)).toEqual({
      months: plan.cycles,
      renewal: { dueOn: addMonths(today, plan.cycles), price: plan.price, isAutomatic: false },
      trial: null,
      atOnce: null,
    });
  });

  test('name no renewal once the subscription was canceled', async () => {
    const { order, plan } = await bought();
    const ended = { next_charge_on: null, state: 'canceled', canceled_at: world.clock.now() } as const;
    await database.db.updateTable('subscriptions').set(ended).where('order_id', '=', order.id).execute();
    expect(await purchasedPlanTerms(world.ctx, order, plan)).toMatchObject({ months: plan.cycles, renewal: null });
  });

  test('of a plan without renewal name none', async () => {
    const { order, plan } = await bought();
    await database.db.deleteFrom('billing_periods').where('order_id', '=', order.id).execute();
    expect(await purchasedPlanTerms(world.ctx, order, { ...plan, renews: false })).toMatchObject({ renewal: null });
    expect(await purchasedPlanTerms(world.ctx, order, { ...plan, renews: true })).toBeNull();
  });
});
