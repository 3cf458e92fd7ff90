import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course } from '#tests/support/worlds/domain-world.server.ts';
import { createRenewalWorld, type RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { card, code } from '#tests/support/worlds/split-world.server.ts';
import { pollAttempt, refundOrder, sweepExpiredHolds } from '../../payments/index.server.ts';
import { requestCoolingOff, coolingOffOf } from '../../refunds/cooling-off/index.server.ts';
import { createSubscriptionService, expireUpgradeInvoices } from './index.server.ts';

const [year] = course.plans;
if (!year) throw new Error('The school sells nothing');
const dearer = (name: string, amount: bigint) => ({
  ...year,
  ...{ id: `plan-${name}`, code: name, name, price: { amount, currency: 'BRL' as const } },
  methods: year.methods.map((method) => ({ ...method, planId: `plan-${name}` })),
});
const school = { ...course, plans: [year, dearer('more', 200_000n), dearer('most', 300_000n)] };

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('update billing_periods set next_try_at = null');
  await database.pool.query(`update plan_changes set state = 'canceled' where state = 'open'`);
  world = createRenewalWorld(database);
  Object.assign(world.ctx.catalog, { product: () => school });
});

const today = () => marketDate(world.clock.now(), 'BR');

async function billFor(id: string, planId: string) {
  const answer = accepted(await createSubscriptionService(world.ctx).upgrade({ subscriptionId: id, planId }));
  if (answer.kind !== 'invoice') throw new Error('A dearer plan costs something');
  return answer;
}

async function pay({ sessionId, quoteId }: Awaited<ReturnType<typeof billFor>>): Promise<void> {
  type Args = Parameters<typeof world.pay>;
  accepted(await world.pay({ id: sessionId } as Args[0], { id: quoteId } as Args[1]));
}

async function changeOf(orderId: string): Promise<string | undefined> {
  const row = await database.db
    .selectFrom('plan_changes')
    .select('state')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.state;
}

/** A subscription of the first plan that was changed to a dearer one. */
async function upgraded(planId = 'plan-more') {
  const { id } = await world.subscribe();
  const bill = await billFor(id, planId);
  await pay(bill);
  expect(await world.subscription(id)).toMatchObject({ planId });
  return { id, bill };
}

const before = { planId: 'plan-year', price: { amount: 114_000n, currency: 'BRL' }, next: null, state: 'active' };

describe('refunded upgrade', () => {
  test('by cooling-off restores the former plan, and the subscription renews', async () => {
    const { id, bill } = await upgraded();
    const captured = world.gateway.balance();
    expect(await coolingOffOf(world.ctx, bill.orderId)).toMatchObject({ standing: 'open', ends: 'plan' });
    accepted(await requestCoolingOff(world.ctx, bill.orderId));
    accepted(await requestCoolingOff(world.ctx, bill.orderId));
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject({ ...before, nextChargeOn: addMonths(today(), 12) });
    expect(await changeOf(bill.orderId)).toBe('reverted');
    expect(captured - world.gateway.balance()).toBe(bill.total);
    await world.until(addMonths(today(), 12));
    expect(world.gateway.captures().at(-1)?.amount).toBe(114_000n);
  });

  test('in full restores the former plan; in part it does not', async () => {
    const { id, bill } = await upgraded();
    accepted(await refundOrder(world.ctx, bill.orderId, 1_000n, 'some', 'goodwill'));
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject({ planId: 'plan-more' });
    accepted(await refundOrder(world.ctx, bill.orderId, bill.total - 1_000n, 'rest', 'goodwill'));
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject(before);
  });

  test('reverts a later change that was computed from it', async () => {
    const { id, bill } = await upgraded();
    world.clock.advance(1_000);
    const most = await billFor(id, 'plan-most');
    await pay(most);
    accepted(await requestCoolingOff(world.ctx, bill.orderId));
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject(before);
    expect([await changeOf(bill.orderId), await changeOf(most.orderId)]).toEqual(['reverted', 'reverted']);
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('refunds the rest of a later change that was refunded in part before', async () => {
    const { id, bill } = await upgraded();
    world.clock.advance(1_000);
    const most = await billFor(id, 'plan-most');
    await pay(most);
    accepted(await refundOrder(world.ctx, most.orderId, 1_000n, 'part', 'goodwill'));
    await world.jobs();
    accepted(await requestCoolingOff(world.ctx, bill.orderId));
    await world.jobs();
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('after the next period was paid restores the former plan for the period after that', async () => {
    const { id } = await world.subscribe();
    const due = addMonths(today(), 12);
    await world.until(addDays(due, -2));
    const bill = await billFor(id, 'plan-more');
    await pay(bill);
    await world.until(due);
    accepted(await requestCoolingOff(world.ctx, bill.orderId));
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject({
      planId: 'plan-more',
      periodStart: due,
      next: { planId: 'plan-year', price: { amount: 114_000n } },
    });
  });
});

describe('invoice of an upgrade', () => {
  test('expires with its day, and the next one is computed anew', async () => {
    const { id } = await world.subscribe();
    const bill = await billFor(id, 'plan-more');
    expect(await expireUpgradeInvoices(world.ctx)).toBe(0);
    world.clock.advance(86_400_000);
    expect(await expireUpgradeInvoices(world.ctx)).toBe(1);
    expect(await expireUpgradeInvoices(world.ctx)).toBe(0);
    expect(await changeOf(bill.orderId)).toBe('canceled');
    const again = await billFor(id, 'plan-more');
    expect(again.orderId).not.toBe(bill.orderId);
    expect(again.total).toBeLessThan(bill.total);
  });

  test('stays open for a code that was given out', async () => {
    const { id } = await world.subscribe();
    const bill = await billFor(id, 'plan-more');
    world.gateway.behaviors.push('await');
    type Args = Parameters<typeof world.pay>;
    const waiting = { method: 'by-code' };
    accepted(await world.pay({ id: bill.sessionId } as Args[0], { id: bill.quoteId } as Args[1], waiting));
    world.clock.advance(86_400_000);
    expect(await expireUpgradeInvoices(world.ctx)).toBe(0);
    expect(await changeOf(bill.orderId)).toBe('open');
  });

  test('whose payment by two cards was voided changes the plan once it is paid', async () => {
    const { id } = await world.subscribe();
    const bill = await billFor(id, 'plan-more');
    world.gateway.holdSeconds = 15 * 86_400;
    world.gateway.behaviors.push('capture', 'decline');
    type Args = Parameters<typeof world.pay>;
    const byTwo = { tenders: [card(10_000n), card()] };
    accepted(await world.pay({ id: bill.sessionId } as Args[0], { id: bill.quoteId } as Args[1], byTwo));
    world.clock.advance(16 * 60_000);
    expect(await sweepExpiredHolds(world.ctx)).toBe(1);
    await world.runJobs();
    await pay(bill);
    await world.jobs();
    expect(await world.subscription(id)).toMatchObject({ planId: 'plan-more' });
    expect(world.gateway.balance()).toBe(114_000n + bill.total);
  });

  test('whose split payment was refunded blocks no other change', async () => {
    const { id } = await world.subscribe();
    const bill = await billFor(id, 'plan-more');
    world.gateway.holdSeconds = 15 * 86_400;
    world.gateway.behaviors.push('await', 'decline');
    type Args = Parameters<typeof world.pay>;
    const byTwo = { tenders: [code(10_000n), card()] };
    const answer = accepted(await world.pay({ id: bill.sessionId } as Args[0], { id: bill.quoteId } as Args[1], byTwo));
    world.gateway.receive(answer.attemptId);
    await pollAttempt(world.ctx, answer.attemptId, 'webhook');
    await world.runJobs();
    world.clock.advance(16 * 60_000);
    expect(await sweepExpiredHolds(world.ctx)).toBe(1);
    await world.runJobs();
    const find = database.db.selectFrom('orders').select(['state', 'received']).where('id', '=', bill.orderId);
    expect(await find.executeTakeFirst()).toEqual({ state: 'closed', received: 10_000n });
    expect(world.gateway.balance()).toBe(114_000n);
    await pay(await billFor(id, 'plan-most'));
    expect(await world.subscription(id)).toMatchObject({ planId: 'plan-most' });
    expect(await changeOf(bill.orderId)).toBe('canceled');
  });
});
