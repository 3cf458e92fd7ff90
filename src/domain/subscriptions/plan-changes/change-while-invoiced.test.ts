import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, addMonths, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import type { RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import { pollAttempt } from '../../payments/index.server.ts';
import { chargeDuePeriods } from '../charging/index.server.ts';
import { setInstrument } from '../subscriptions/index.server.ts';
import { createSubscriptionService } from './index.server.ts';

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTrialWorld(database, [planLike('year', 114_000n), planLike('less', 90_000n)]);
});

function choose(subscriptionId: string, amount: bigint, on: LocalDate) {
  const agreed = { amount, on, label: 'Confirmar', text: `${amount} em ${on}`, ip: '127.0.0.1' };
  const request = { subscriptionId, planId: 'plan-less', shownAmount: 0n, agreed };
  return createSubscriptionService(world.ctx).upgrade(request);
}

type Paying = Parameters<RenewalWorld['pay']>;

/** The buyer pays an order's invoice. */
async function pays(order: { readonly session_id: string; readonly quote_id: string }, more: Paying[2] = {}) {
  return accepted(await world.pay({ id: order.session_id } as Paying[0], { id: order.quote_id } as Paying[1], more));
}

const settled = { ok: false, error: 'charge-under-way' };

/** A subscription three days before its second term, whose day is answered too. */
async function nearItsEnd(keeps: boolean) {
  const due = addMonths(marketDate(world.clock.now(), 'BR'), 12);
  const { id } = await world.subscribe(keeps);
  await world.until(addDays(due, -3));
  return { id, due };
}

async function orderOfTerm(id: string) {
  const { orderId } = (await world.periods(id)).at(-1) ?? {};
  if (!orderId) throw new Error('The term has no order');
  return database.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
}

describe('cheaper plan while the next billing period is invoiced', () => {
  test('replaces an invoice that waits for its buyer, and is what they pay', async () => {
    const { id, due } = await nearItsEnd(false);
    const before = await orderOfTerm(id);
    expect(before).toMatchObject({ state: 'open', total: 114_000n });
    expect(accepted(await choose(id, 90_000n, due))).toEqual({ kind: 'scheduled', from: due });
    await world.jobs();
    const { rows } = await database.pool.query<{ state: string }>('select state from orders where id = $1', [
      before.id,
    ]);
    expect(rows).toEqual([{ state: 'closed' }]);
    const after = await orderOfTerm(id);
    expect(after).toMatchObject({ state: 'open', total: 90_000n, plan_id: 'plan-less' });
    await pays(after);
    const { planId, next, periodStart, price } = await world.subscription(id);
    expect({ planId, next, periodStart, price }).toEqual({
      ...{ planId: 'plan-less', next: null, periodStart: due },
      price: { amount: 90_000n, currency: 'BRL' },
    });
    const broken = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
    expect(broken.filter((one) => one.includes(id))).toEqual([]);
  });

  test('is refused while a card is being charged for it', async () => {
    const { id, due } = await nearItsEnd(true);
    world.gateway.behaviors.push('silent-after');
    world.clock.advance(3 * 86_400_000);
    await chargeDuePeriods(world.ctx);
    expect(await world.periods(id)).toMatchObject([{}, { state: 'charging' }]);
    expect(await choose(id, 90_000n, due)).toEqual(settled);
    // Nor is it when its buyer changes to invoices meanwhile.
    accepted(await setInstrument(world.ctx, id, { kind: 'invoice' }));
    expect(await choose(id, 90_000n, due)).toEqual(settled);
  });

  test('is refused while the invoice is being paid', async () => {
    const { id, due } = await nearItsEnd(false);
    const bill = await orderOfTerm(id);
    world.gateway.behavior = 'silent-after';
    const { attemptId } = await pays(bill);
    expect(await choose(id, 90_000n, due)).toEqual(settled);
    await pollAttempt(world.ctx, attemptId, 'check');
    const { planId, periodStart, price } = await world.subscription(id);
    expect({ planId, periodStart, amount: price.amount }).toEqual({
      planId: 'plan-year',
      periodStart: due,
      amount: 114_000n,
    });
  });

  /** The code of an invoice is shown to its buyer. */
  async function codeOfBill(id: string) {
    world.gateway.behavior = 'await';
    return pays(await orderOfTerm(id), { method: 'by-code' });
  }

  test('is possible while the code of the invoice only waits', async () => {
    const { id, due } = await nearItsEnd(false);
    await codeOfBill(id);
    expect(accepted(await choose(id, 90_000n, due))).toEqual({ kind: 'scheduled', from: due });
  });

  test('is refused once a part of the invoice is paid', async () => {
    const { id, due } = await nearItsEnd(false);
    const { attemptId } = await codeOfBill(id);
    world.gateway.receive(attemptId, 100_000n);
    await world.notify(attemptId);
    expect(await choose(id, 90_000n, due)).toEqual(settled);
  });
});
