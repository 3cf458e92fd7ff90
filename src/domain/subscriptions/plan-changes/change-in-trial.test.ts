import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import type { RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import { trialLinkKey } from '../../checkout/flows/index.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { trialOf } from '../../checkout/trials/index.server.ts';
import { createSubscriptionService } from './index.server.ts';

const { installments: ofYear } = planLike('year', 0n);
if (!ofYear) throw new Error('The school sells nothing in installments');
const plans = [
  planLike('free', 238_800n, { trial: { unit: 'month', count: 3 } }),
  planLike('more', 358_800n),
  planLike('half', 143_400n, { cycles: 6, planType: 'semester', installments: { ...ofYear, max: 6 } }),
];

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTrialWorld(database, plans);
});

const today = () => marketDate(world.clock.now(), 'BR');

/** A purchase whose first three months are free, charged in twelve parts afterwards. */
async function begin() {
  const { session: came } = await world.buyer();
  const link = { [trialLinkKey]: 'yes' };
  await database.pool.query('update checkout_sessions set link = $2 where id = $1', [came.id, link]);
  const session = { ...came, link };
  const quote = accepted(await currentQuote(world.ctx, session));
  const words = { label: 'aceito', text: 'R$ 2.388,00 em três meses' };
  const { orderId } = accepted(await world.pay(session, quote, { trial: words }));
  const row = await database.db
    .selectFrom('subscriptions')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await world.saveInstrument(row.id, session.id);
  await database.pool.query('update subscriptions set installments = 12 where id = $1', [row.id]);
  const { id, state } = await world.subscription(row.id);
  expect(state).toBe('trialing');
  const begunOn = today();
  return { id, orderId, sessionId: session.id, begunOn, ends: addMonths(begunOn, 3) };
}

const agreed = (amount: bigint, on: ReturnType<typeof today>) => ({
  ...{ amount, on, label: 'Confirmar', text: `${amount} em ${on}`, ip: '127.0.0.1' },
});

function request(subscriptionId: string, planId: string, amount: bigint, on: ReturnType<typeof today>) {
  const { upgrade } = createSubscriptionService(world.ctx);
  return upgrade({ subscriptionId, planId, shownAmount: 0n, agreed: agreed(amount, on) });
}

async function orderTotals(id: string): Promise<readonly bigint[]> {
  const made = database.db.selectFrom('orders').select('total').where('subscription_id', '=', id);
  return (await made.execute()).map(({ total }) => total);
}

async function consentsOf(sessionId: string): Promise<readonly string[]> {
  const kept = database.db.selectFrom('consents').select('label').where('session_id', '=', sessionId);
  return (await kept.where('kind', '=', 'plan-change').execute()).map(({ label }) => label);
}

/** In how many parts each of its charges was asked for. */
async function partsOf(id: string): Promise<readonly number[]> {
  const made = database.db.selectFrom('attempts').innerJoin('orders', 'orders.id', 'attempts.order_id');
  const rows = await made.select('attempts.installments').where('orders.subscription_id', '=', id).execute();
  return rows.map((row) => row.installments);
}

async function expectWholeBooks(id: string): Promise<void> {
  const found = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
  expect(found.filter((one) => one.startsWith('I3') || one.includes(id))).toEqual([]);
}

describe('plan change in a trial', () => {
  test.each([
    ['a dearer one', 'plan-more', 358_800n, 12, 12],
    ['a shorter one', 'plan-half', 143_400n, 6, 6],
  ])('%s: nothing is owed now, and the price is charged when the trial is over, once', async (...of) => {
    const [, planId, price, months, installments] = of;
    const { id, orderId, sessionId, begunOn, ends } = await begin();
    world.clock.advance(30 * 86_400_000);
    expect(accepted(await request(id, planId, price, ends))).toEqual({ kind: 'scheduled', from: ends });
    expect(await orderTotals(id)).toEqual([]);
    expect(await world.subscription(id)).toMatchObject({
      ...{ state: 'trialing', planId: 'plan-free', periodEnd: addDays(ends, -1), nextChargeOn: ends },
      next: { planId, price: { amount: price } },
    });
    expect(await consentsOf(sessionId)).toEqual(['Confirmar']);
    expect(await trialOf(database.db, orderId)).toMatchObject({ amount: 238_800n, chosen: { planId, amount: price } });

    await world.until(addDays(ends, -1));
    expect(world.gateway.captures()).toEqual([]);
    await world.until(ends);
    await world.jobs();
    expect(world.gateway.captures().map(({ amount }) => amount)).toEqual([price]);
    expect(await partsOf(id)).toEqual([installments]);
    expect(await world.subscription(id)).toMatchObject({
      ...{ state: 'active', planId, next: null, periodStart: ends, nextChargeOn: addMonths(begunOn, 3 + months) },
      price: { amount: price },
    });
    await expectWholeBooks(id);
  });

  test('may be taken back: the first charge is the one that was agreed to first', async () => {
    const { id, orderId, ends } = await begin();
    accepted(await request(id, 'plan-more', 358_800n, ends));
    accepted(await createSubscriptionService(world.ctx).upgrade({ subscriptionId: id, planId: 'plan-free' }));
    expect(await trialOf(database.db, orderId)).toMatchObject({ amount: 238_800n, chosen: null });
    await world.until(ends);
    expect(world.gateway.captures().map(({ amount }) => amount)).toEqual([238_800n]);
    await expectWholeBooks(id);
  });

  test('is not agreed to at another price, nor for another day, than it has', async () => {
    const { id, sessionId, ends } = await begin();
    expect(await request(id, 'plan-more', 358_700n, ends)).toEqual({ ok: false, error: 'changed' });
    expect(await request(id, 'plan-more', 358_800n, addDays(ends, 1))).toEqual({ ok: false, error: 'changed' });
    expect(await consentsOf(sessionId)).toEqual([]);
    expect(await world.subscription(id)).toMatchObject({ next: null });
  });
});
