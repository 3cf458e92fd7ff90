import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import type { RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import { trialLinkKey } from '../../checkout/flows/index.ts';
import { orderById } from '../../orders/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import {
  cancelSubscription,
  cancelByRefund,
  applySubscriptionEvent,
  updatePeriod,
} from '../../subscriptions/subscriptions/index.server.ts';
import { trialOf } from '../../checkout/trials/index.server.ts';

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTrialWorld(database, [planLike('free', 238_800n, { trial: { unit: 'month', count: 3 } })]);
});

/** Free months, whose order gave access before any term was paid. */
async function begunFree() {
  const { session: came } = await world.buyer();
  const link = { [trialLinkKey]: 'yes' };
  await database.pool.query('update checkout_sessions set link = $2 where id = $1', [came.id, link]);
  const session = { ...came, link };
  const quote = accepted(await currentQuote(world.ctx, session));
  const trial = { label: 'aceito', text: 'R$ 2.388,00 em três meses' };
  const { orderId } = accepted(await world.pay(session, quote, { trial }));
  const id = (await trialOf(world.ctx.db, orderId))?.subscriptionId ?? '';
  expect((await world.subscription(id)).state).toBe('trialing');
  return { id, orderId };
}

async function accessOf(orderId: string): Promise<unknown> {
  return database.db.selectFrom('access_grants').select('state').where('order_id', '=', orderId).execute();
}

describe('access that began with a trial', () => {
  test('is revoked when the first billing period is not paid, and restored when it is', async () => {
    const { id, orderId } = await begunFree();
    const move = (event: 'charge-failed' | 'suspended' | 'paid') =>
      transaction(world.ctx.db, (trx) => applySubscriptionEvent(trx, id, event, world.clock.now()));
    await move('charge-failed');
    expect(await accessOf(orderId)).toEqual([{ state: 'active' }]);
    await move('suspended');
    expect(await accessOf(orderId)).toEqual([{ state: 'revoked' }]);
    await move('paid');
    expect(await accessOf(orderId)).toEqual([{ state: 'active' }]);
  });

  test('is revoked when its buyer cancels', async () => {
    const { id, orderId } = await begunFree();
    accepted(await cancelSubscription(world.ctx, id, { when: 'now', reason: 'buyer' }));
    expect(await accessOf(orderId)).toEqual([{ state: 'revoked' }]);
  });

  async function refund(orderId: string): Promise<void> {
    const order = await orderById(world.ctx.db, orderId);
    if (!order) throw new Error('There is no order');
    await transaction(world.ctx.db, (trx) => cancelByRefund(world.ctx, trx, order, world.clock.now()));
  }

  test('is revoked, and no billing period is charged, when all that was paid beside it was refunded', async () => {
    const { id, orderId } = await begunFree();
    await refund(orderId);
    expect((await world.subscription(id)).state).toBe('canceled');
    expect(await world.periods(id)).toMatchObject([{ number: 1, state: 'waived' }]);
  });

  test('goes on when that was refunded after a billing period was paid', async () => {
    const { id, orderId } = await begunFree();
    await transaction(world.ctx.db, async (trx) => {
      await applySubscriptionEvent(trx, id, 'paid', world.clock.now());
      await updatePeriod(trx, { subscriptionId: id, number: 1 }, { state: 'paid', next_try_at: null });
    });
    await refund(orderId);
    expect((await world.subscription(id)).state).toBe('active');
  });
});
