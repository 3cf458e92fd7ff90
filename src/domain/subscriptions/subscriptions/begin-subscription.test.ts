import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import type { Plan } from '../../catalog/products/index.ts';
import { beginSubscription, subscriptionOfOrder } from './index.server.ts';
import { periodsOf } from '#tests/support/worlds/subscription-records.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
});

/** A world whose course has another plan. */
function withPlan(change: Partial<Plan>, everyTerm = false): DomainWorld {
  const { catalog } = world.ctx;
  return createDomainWorld(database, {
    catalog: {
      ...catalog,
      product: () => ({ ...course, plans: course.plans.map((plan) => ({ ...plan, ...change })) }),
      voucher: (...of) => {
        const found = catalog.voucher(...of);
        return found && { ...found, everyTerm };
      },
    },
  });
}

async function buy(from: DomainWorld, voucher?: string) {
  const { session, quote } = await from.buyer();
  const priced =
    voucher === undefined
      ? quote
      : accepted(await currentQuote(from.ctx, (await sessionById(from.ctx.db, session.id)) ?? session, { voucher }));
  const { orderId } = accepted(await from.pay(session, priced));
  return { orderId, found: await subscriptionOfOrder(from.ctx, orderId) };
}

describe('paid order', () => {
  test('begins no subscription of a plan without renewal', async () => {
    expect((await buy(withPlan({ renews: false }))).found).toBeNull();
    expect((await buy(withPlan({ cycles: 1 }))).found).toBeNull();
  });

  test('with a voucher renews at the price without it: it was for the first period', async () => {
    expect((await buy(world, 'for-all')).found?.price.amount).toBe(114_000n);
  });

  test('with a voucher for every period renews at the lower price', async () => {
    expect((await buy(withPlan({}, true), 'for-all')).found?.price.amount).toBe(102_000n);
  });

  test('keeps the price that was agreed to, whatever the plan costs later', async () => {
    const { found } = await buy(world);
    const dearer = withPlan({ price: { amount: 199_000n, currency: 'BRL' } });
    expect(found?.price.amount).toBe(114_000n);
    expect((await buy(dearer)).found?.price.amount).toBe(199_000n);
  });

  test('begins one subscription, however often it is called', async () => {
    const { orderId, found } = await buy(world);
    const order = await database.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const again = await database.db.transaction().execute((trx) =>
      beginSubscription(world.ctx, trx, {
        ...{
          id: order.id,
          number: order.number,
          reference: order.reference,
          sessionId: order.session_id,
          leadId: order.lead_id,
        },
        ...{ quoteId: order.quote_id, brand: order.brand, variant: order.variant, business: order.business },
        ...{ productCode: order.product_code, planId: order.plan_id, market: 'BR', locale: 'pt-BR', currency: 'BRL' },
        ...{ total: order.total, received: order.received, returned: 0n, state: 'paid', createdAt: order.created_at },
        paidAt: order.paid_at,
      }),
    );
    expect(again).toBe(found?.id);
  });

  test('of a plan with free months is charged again when both are over', async () => {
    const from = withPlan({ trial: { unit: 'month', count: 3 } });
    const { found } = await buy(from);
    const today = marketDate(from.clock.now(), 'BR');
    if (!found) throw new Error('No subscription began');
    expect(found).toMatchObject({ state: 'active', periodStart: today, nextChargeOn: addMonths(today, 15) });
    const [next, first] = await periodsOf(from.ctx, found.id);
    expect(first).toMatchObject({ periodStart: today, periodEnd: addDays(addMonths(today, 15), -1), state: 'paid' });
    expect(next).toMatchObject({ number: 2, dueOn: addMonths(today, 15), anchorMonths: 15, state: 'due' });
  });
});
