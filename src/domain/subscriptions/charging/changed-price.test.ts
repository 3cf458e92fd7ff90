import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import type { RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import { createSubscriptionService } from '../plan-changes/index.server.ts';
import { changeNextPlan, lockSubscription } from '../subscriptions/index.server.ts';
import { invoicePeriod } from './index.server.ts';

const year = planLike('year', 114_000n);
const reais = (amount: bigint) => ({ amount, currency: 'BRL' as const });

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTrialWorld(database, [year, planLike('more', 200_000n)]);
});

const today = () => marketDate(world.clock.now(), 'BR');
const captures = () => world.gateway.captures().map(({ amount }) => amount);

/** A price of their own for the terms to come, as a seller's offer brings it. */
async function offer(id: string, amount: bigint): Promise<void> {
  await transaction(database.db, async (trx) => {
    const held = await lockSubscription(trx, id);
    if (!held) throw new Error('It is gone');
    const next = { planId: 'plan-year', price: reais(amount), periodMonths: 12 };
    accepted(await changeNextPlan(world.ctx, trx, held, next));
  });
}

async function orderOf(id: string) {
  return database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

type Args = Parameters<RenewalWorld['pay']>;
async function pay(orderId: string, method = 'at-once') {
  const { session_id: session, quote_id: quote } = await orderOf(orderId);
  return world.pay({ id: session } as Args[0], { id: quote } as Args[1], { method });
}

async function isCalledOff(invoiceId: string): Promise<boolean> {
  const row = database.db.selectFrom('invoices').select('canceled_at').where('id', '=', invoiceId);
  return (await row.executeTakeFirstOrThrow()).canceled_at !== null;
}

async function expectWholeBooks(id: string): Promise<void> {
  const found = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
  expect(found.filter((one) => one.startsWith('I3') || one.includes(id))).toEqual([]);
}

describe('custom price of the same plan', () => {
  test('applies to all later billing periods, not only to the next one', async () => {
    const { id } = await world.subscribe();
    const due = addMonths(today(), 12);
    await offer(id, 90_000n);
    await world.until(due);
    expect(await world.subscription(id)).toMatchObject({ price: reais(90_000n), next: null });
    await world.until(addMonths(due, 12));
    expect(captures()).toEqual([114_000n, 90_000n, 90_000n]);
    await expectWholeBooks(id);
  });

  test('replaces an invoice that was written before it: that one cannot be paid any more', async () => {
    const { id } = await world.subscribe();
    const before = accepted(await invoicePeriod(world.ctx, id));
    await offer(id, 90_000n);
    await world.jobs();
    expect(await orderOf(before.orderId)).toMatchObject({ state: 'closed', total: 114_000n });
    expect(await isCalledOff(before.invoiceId)).toBe(true);
    const after = accepted(await invoicePeriod(world.ctx, id));
    expect(await orderOf(after.orderId)).toMatchObject({ state: 'open', total: 90_000n });
    expect(accepted(await invoicePeriod(world.ctx, id))).toEqual(after);
    accepted(await pay(after.orderId));
    await world.until(addMonths(today(), 12));
    expect(captures()).toEqual([114_000n, 90_000n]);
    await expectWholeBooks(id);
  });

  test('is charged on the day, whatever invoice was viewed before, though no job ran meanwhile', async () => {
    const { id } = await world.subscribe();
    const before = accepted(await invoicePeriod(world.ctx, id));
    await offer(id, 90_000n);
    world.sent.length = 0;
    await world.until(addMonths(today(), 12));
    expect(captures()).toEqual([114_000n, 90_000n]);
    expect(await orderOf(before.orderId)).toMatchObject({ state: 'closed' });
    expect(await isCalledOff(before.invoiceId)).toBe(true);
    await expectWholeBooks(id);
  });

  test('waits for money that is on its way for the former invoice, which pays the period', async () => {
    const { id } = await world.subscribe();
    const before = accepted(await invoicePeriod(world.ctx, id));
    world.gateway.behaviors.push('silent-after');
    await pay(before.orderId);
    await offer(id, 90_000n);
    expect(await invoicePeriod(world.ctx, id)).toEqual({ ok: false, error: 'charge-under-way' });
    await expect(world.jobs()).rejects.toThrow(before.orderId);
    await world.runJobs();
    world.clock.advance(60_000);
    await world.jobs();
    await world.until(addMonths(today(), 12));
    await world.until(addMonths(today(), 12));
    expect(captures()).toEqual([114_000n, 114_000n, 90_000n]);
    await expectWholeBooks(id);
  });
});

describe('code of a canceled invoice', () => {
  test('that is paid nevertheless pays the period once: the invoice that replaced it is not payable then', async () => {
    const { id } = await world.subscribe();
    const before = accepted(await invoicePeriod(world.ctx, id));
    world.gateway.behaviors.push('await');
    const code = accepted(await pay(before.orderId, 'by-code'));
    await offer(id, 90_000n);
    const after = accepted(await invoicePeriod(world.ctx, id));
    // Somebody pays it before its company hears that it is not wanted any more.
    world.gateway.receive(code.attemptId);
    await world.notify(code.attemptId);
    await world.jobs();
    const due = addMonths(today(), 12);
    expect(await world.subscription(id)).toMatchObject({ nextChargeOn: addMonths(due, 12), price: reais(90_000n) });
    expect(await orderOf(before.orderId)).toMatchObject({ state: 'paid' });
    expect(await orderOf(after.orderId)).toMatchObject({ state: 'closed' });
    expect(await isCalledOff(after.invoiceId)).toBe(true);
    await world.until(due);
    expect(captures()).toEqual([114_000n, 114_000n]);
    await expectWholeBooks(id);
  });

  test.each([
    ['before', true],
    ['after', false],
  ])(
    'that is paid after its buyer paid for another plan, asked for %s it, pays the term and leaves the plan',
    async (_when, isBefore) => {
      const { id } = await world.subscribe();
      const requestedPlan = { subscriptionId: id, planId: 'plan-more' };
      const asked = isBefore ? await createSubscriptionService(world.ctx).upgrade(requestedPlan) : null;
      world.clock.advance(1_000);
      const before = accepted(await invoicePeriod(world.ctx, id));
      world.gateway.behaviors.push('await');
      const code = accepted(await pay(before.orderId, 'by-code'));
      world.clock.advance(1_000);
      const bill = accepted(asked ?? (await createSubscriptionService(world.ctx).upgrade(requestedPlan)));
      if (bill.kind !== 'invoice') throw new Error('A dearer plan costs something');
      accepted(await pay(bill.orderId));
      const dearer = { planId: 'plan-more', price: reais(200_000n), periodMonths: 12 };
      expect(await world.subscription(id)).toMatchObject(dearer);
      world.gateway.receive(code.attemptId);
      await world.notify(code.attemptId);
      await world.jobs();
      const due = addMonths(today(), 12);
      expect(await world.subscription(id)).toMatchObject({ ...dearer, nextChargeOn: addMonths(due, 12) });
      await world.until(addMonths(due, 12));
      expect(captures().at(-1)).toBe(200_000n);
      await expectWholeBooks(id);
    },
  );

  test('that is paid beside the new invoice is refunded', async () => {
    const { id } = await world.subscribe();
    const before = accepted(await invoicePeriod(world.ctx, id));
    world.gateway.behaviors.push('await');
    const code = accepted(await pay(before.orderId, 'by-code'));
    await offer(id, 90_000n);
    const after = accepted(await invoicePeriod(world.ctx, id));
    accepted(await pay(after.orderId));
    world.gateway.receive(code.attemptId);
    await world.notify(code.attemptId);
    await world.jobs();
    expect(world.gateway.balance()).toBe(204_000n);
    expect(await world.subscription(id)).toMatchObject({ price: reais(90_000n), next: null });
    await expectWholeBooks(id);
  });
});

describe('invoice for another plan', () => {
  test('has the plan’s price of the latest request, and only that may be paid', async () => {
    const { id } = await world.subscribe();
    const before = accepted(await invoicePeriod(world.ctx, id, 'plan-more'));
    Object.assign(world.ctx.catalog, { product: () => ({ ...course, plans: [year, planLike('more', 150_000n)] }) });
    const mandateGateway = createSubscriptionService(world.ctx);
    const after = accepted(
      await mandateGateway.renew({ subscriptionId: id, planId: 'plan-more', shownAmount: 150_000n }),
    );
    expect(after.total).toBe(150_000n);
    expect(await orderOf(before.orderId)).toMatchObject({ state: 'closed' });
    accepted(await pay(after.orderId));
    expect(await world.subscription(id)).toMatchObject({ planId: 'plan-more', price: reais(150_000n) });
    await expectWholeBooks(id);
  });
});
