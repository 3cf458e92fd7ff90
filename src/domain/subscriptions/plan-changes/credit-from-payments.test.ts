import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import type { RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import { refundOrder } from '../../payments/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { paidForPeriod, planChange, subscriptionOfOrder } from '../subscriptions/index.server.ts';
import { createSubscriptionService } from './index.server.ts';

const [more, most] = [planLike('more', 200_000n), planLike('most', 300_000n)];

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTrialWorld(database, [planLike('year', 114_000n), more, most]);
});

const today = () => marketDate(world.clock.now(), 'BR');

/** A year that was begun with the voucher that takes 120,00 off the first term. */
async function begin() {
  const { session: came } = await world.buyer();
  const link = { voucher: 'for-all' };
  await database.pool.query('update checkout_sessions set link = $2 where id = $1', [came.id, link]);
  const session = { ...came, link };
  const quote = accepted(await currentQuote(world.ctx, session));
  const { orderId } = accepted(await world.pay(session, quote));
  const begun = await subscriptionOfOrder(world.ctx, orderId);
  if (!begun) throw new Error('No subscription began');
  return { id: begun.id, orderId };
}

/** What a change to a plan comes to today, by the page's own reckoning. */
async function comesTo(id: string, plan: typeof more) {
  const subscription = await world.subscription(id);
  return planChange(subscription, plan, today(), await paidForPeriod(world.ctx.db, subscription));
}

async function change(id: string, plan: typeof more) {
  const { due } = await comesTo(id, plan);
  const bill = accepted(
    await createSubscriptionService(world.ctx).upgrade({ subscriptionId: id, planId: plan.id, shownAmount: due }),
  );
  if (bill.kind !== 'invoice') throw new Error('A dearer plan costs something');
  expect(bill.total).toBe(due);
  type Args = Parameters<RenewalWorld['pay']>;
  accepted(await world.pay({ id: bill.sessionId } as Args[0], { id: bill.quoteId } as Args[1]));
  expect(await world.subscription(id)).toMatchObject({ planId: plan.id });
  return bill;
}

async function expectWholeBooks(id: string): Promise<void> {
  const found = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
  expect(found.filter((one) => one.startsWith('I3') || one.includes(id))).toEqual([]);
}

describe('credit for the remaining days', () => {
  test('is part of the amount that was paid after the voucher, not of the plan’s price', async () => {
    const { id } = await begin();
    expect(await comesTo(id, more)).toMatchObject({ credit: 102_000n, charge: 200_000n, due: 98_000n });
    await change(id, more);
    await expectWholeBooks(id);
  });

  test('is reduced by refunds', async () => {
    const { id, orderId } = await begin();
    accepted(await refundOrder(world.ctx, orderId, 42_000n, 'some', 'goodwill'));
    await world.jobs();
    expect(await comesTo(id, more)).toMatchObject({ credit: 60_000n, due: 140_000n });
    await expectWholeBooks(id);
  });

  test('includes payments for earlier changes, each for its own days', async () => {
    const { id } = await begin();
    const { periodEnd } = await world.subscription(id);
    world.clock.advance(100 * 86_400_000);
    const { total } = await change(id, more);
    const left = daysBetween(today(), periodEnd) + 1;
    const { credit } = await comesTo(id, most);
    const days = daysBetween((await world.subscription(id)).periodStart, addDays(periodEnd, 1));
    const first = (102_000n * BigInt(left) * 2n + BigInt(days)) / (2n * BigInt(days));
    expect(credit).toBe(first + total);
    world.clock.advance(100 * 86_400_000);
    // What is left of both, and never more than a day's share of what came in.
    const later = (await comesTo(id, most)).credit;
    expect(later).toBeLessThan((credit * BigInt(left - 99)) / BigInt(left));
    expect(later).toBeGreaterThan((credit * BigInt(left - 101)) / BigInt(left));
    await change(id, most);
    await expectWholeBooks(id);
  });
});
