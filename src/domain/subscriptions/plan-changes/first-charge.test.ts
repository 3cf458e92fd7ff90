import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import type { RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import { trialLinkKey } from '../../checkout/flows/index.ts';
import { currentQuote, quoteById } from '../../checkout/quotes/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import { changeNextPlan, lockSubscription, type NextPlan } from '../subscriptions/index.server.ts';
import { createSubscriptionService, renewalOffer } from './index.server.ts';

const reais = (amount: bigint) => ({ amount, currency: 'BRL' as const });
const plans = [planLike('free', 238_800n, { trial: { unit: 'month', count: 3 } }), planLike('more', 358_800n)];
/** 120,00 less for the first term. */
const first = 226_800n;

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTrialWorld(database, plans);
});

/** A purchase whose first three months are free, with a voucher of the first term. */
async function begin() {
  const { session: came } = await world.buyer();
  const link = { [trialLinkKey]: 'yes', voucher: 'for-all' };
  await database.pool.query('update checkout_sessions set link = $2 where id = $1', [came.id, link]);
  const session = { ...came, link };
  const quote = accepted(await currentQuote(world.ctx, session));
  const words = { label: 'aceito', text: 'R$ 2.268,00 em três meses' };
  const { orderId } = accepted(await world.pay(session, quote, { trial: words }));
  const { id } = await database.db
    .selectFrom('subscriptions')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await world.saveInstrument(id, session.id);
  expect(await world.subscription(id)).toMatchObject({ state: 'trialing', price: reais(238_800n) });
  const begunOn = marketDate(world.clock.now(), 'BR');
  return { id, begunOn, ends: addMonths(begunOn, 3) };
}

const renew = (subscriptionId: string, planId: string, shownAmount: bigint) =>
  createSubscriptionService(world.ctx).renew({ subscriptionId, planId, shownAmount, period: 1 });

/** What each plan of a renewal is shown to cost. */
async function offered(id: string) {
  const offer = renewalOffer(world.ctx, await world.subscription(id));
  return Object.fromEntries((offer?.plans ?? []).map(({ id: planId, amount }) => [planId, amount]));
}

/** A price of their own for the next term, as a seller's offer brings it. */
const offer = (id: string, next: NextPlan) =>
  transaction(database.db, async (trx) => {
    const held = await lockSubscription(trx, id);
    if (!held) throw new Error('It is gone');
    accepted(await changeNextPlan(world.ctx, trx, held, next));
  });

const captures = () => world.gateway.captures().map(({ amount }) => amount);

async function expectWholeBooks(id: string): Promise<void> {
  const found = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
  expect(found.filter((one) => one.startsWith('I3') || one.includes(id))).toEqual([]);
}

describe('first charge after a trial, lowered by a voucher', () => {
  test('is shown and may be paid early at the agreed price; later periods cost the plan’s price', async () => {
    const { id, begunOn, ends } = await begin();
    expect(await offered(id)).toEqual({ 'plan-free': first, 'plan-more': 358_800n });
    expect(await renew(id, 'plan-free', 238_800n)).toEqual({ ok: false, error: 'changed' });
    const bill = accepted(await renew(id, 'plan-free', first));
    expect(bill.total).toBe(first);
    // A second press returns the same invoice.
    expect(accepted(await renew(id, 'plan-free', first)).orderId).toBe(bill.orderId);
    const session = await sessionById(world.ctx.db, bill.sessionId);
    const quote = await quoteById(world.ctx.db, bill.sessionId, bill.quoteId);
    if (!session || !quote) throw new Error('The bill has no price');
    accepted(await world.pay(session, quote, { shownAmount: first }));
    expect(captures()).toEqual([first]);
    // By the day on which it began: a month without that day shortens one term, not those after it.
    const after = addMonths(begunOn, 15);
    expect(await world.subscription(id)).toMatchObject({
      ...{ state: 'active', price: reais(238_800n), firstPrice: null, periodStart: ends, nextChargeOn: after },
    });
    await world.until(ends);
    expect(captures()).toEqual([first]);
    expect(await offered(id)).toMatchObject({ 'plan-free': 238_800n });
    await world.until(after);
    expect(captures()).toEqual([first, 238_800n]);
    await expectWholeBooks(id);
  });

  test('is owed at the same price after a decline on its day', async () => {
    const { id, ends } = await begin();
    world.gateway.behavior = 'decline';
    await world.until(ends);
    expect(await world.subscription(id)).toMatchObject({ state: 'past-due', firstPrice: reais(first) });
    world.gateway.behavior = 'capture';
    expect(accepted(await renew(id, 'plan-free', first)).total).toBe(first);
  });

  test('is the new price where another one was agreed to, however it is paid', async () => {
    const { id, ends } = await begin();
    await offer(id, { planId: 'plan-free', price: reais(200_000n), periodMonths: 12 });
    expect(await offered(id)).toMatchObject({ 'plan-free': 200_000n });
    expect(accepted(await renew(id, 'plan-free', 200_000n)).total).toBe(200_000n);
    await world.until(ends);
    expect(captures()).toEqual([200_000n]);
    await expectWholeBooks(id);
  });

  test('is replaced by another plan’s price while that plan is chosen', async () => {
    const { id } = await begin();
    await offer(id, { planId: 'plan-more', price: reais(358_800n), periodMonths: 12 });
    expect(accepted(await renew(id, 'plan-more', 358_800n)).total).toBe(358_800n);
    expect(accepted(await renew(id, 'plan-free', first)).total).toBe(first);
    const other = await world.subscribe();
    expect(await world.subscription(other.id)).toMatchObject({ firstPrice: null });
  });
});
