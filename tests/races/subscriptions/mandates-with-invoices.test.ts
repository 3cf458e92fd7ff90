import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainId } from '#src/gateways/pix-bcb/pix-ids.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { quoteById } from '#src/domain/checkout/quotes/index.server.ts';
import { mandateOfOrder, periodsOf } from '#tests/support/worlds/subscription-records.server.ts';
import { invoicePeriod, chargeDuePeriods, endUnusedMandate } from '#src/domain/subscriptions/charging/index.server.ts';
import { sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import {
  setInstrument,
  subscriptionById,
  subscriptionOfOrder,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { type MandateWorld, openMandateWorld } from '#tests/support/worlds/mandate-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';

let database: TestDatabase;
let consents: MandateWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  consents = await openMandateWorld(database);
});
afterEach(() => consents.close());

describe('a mandate for another price than the next billing period has', () => {
  test('makes way for an invoice before that period', async () => {
    const { world } = consents;
    const { orderId, txid } = await consents.buy();
    await consents.payFirst(txid, true);
    await consents.deliver();
    const begun = await subscriptionOfOrder(world.ctx, orderId);
    expect(begun?.instrument.kind).toBe('mandate');
    if (!begun) throw new Error('No subscription began');
    await database.pool.query(
      `update subscriptions set next_plan_id = 'plan-less', next_amount = 7500, next_period_months = 1 where id = $1`,
      [begun.id],
    );
    await consents.days(24, { step: 6 });
    await chargeDuePeriods(world.ctx);
    const [second] = await periodsOf(world.ctx, begun.id);
    expect(second).toMatchObject({ number: 2, state: 'charging' });
    expect((await subscriptionById(world.ctx, begun.id))?.instrument.kind).toBe('invoice');
    const order = await orderById(world.ctx.db, second?.orderId ?? '');
    expect(order).toMatchObject({ state: 'open', total: 7_500n });
    const emails = database.db
      .selectFrom('emails')
      .select('kind')
      .where('order_id', '=', order?.id ?? '');
    expect((await emails.execute()).map(({ kind }) => kind)).toContain('renewal-due');
    expect(consents.sandboxWorld.world.book().movements.map(({ amount }) => amount)).toEqual([9_500]);
  }, 30_000);
});

describe('a mandate that is given with the invoice of a later billing period', () => {
  test('charges the periods after that one, and ends when another instrument takes its place', async () => {
    const { world } = consents;
    const first = await consents.buy({});
    await consents.payFirst(first.txid, false);
    await consents.deliver();
    const begun = await subscriptionOfOrder(world.ctx, first.orderId);
    if (!begun) throw new Error('No subscription began');
    await consents.days(25, { step: 5 });
    const billed = await invoicePeriod(world.ctx, begun.id);
    if (!billed.ok) throw new Error(billed.error);
    const order = await orderById(world.ctx.db, billed.value.orderId);
    const quote = order && (await quoteById(world.ctx.db, order.sessionId, order.quoteId));
    const session = order && (await sessionById(world.ctx.db, order.sessionId));
    if (!order || !quote || !session) throw new Error('The bill has no order');
    const fields = { document: '12345678909', automatic: 'yes' };
    accepted(await world.pay(session, quote, { tenders: [{ method: 'pix', installments: 1, fields }] }));
    const { id: attempt } = await world.ctx.db
      .selectFrom('attempts')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    await consents.payFirst(plainId(attempt), true);
    await consents.deliver();
    const mandate = await mandateOfOrder(world.ctx.db, order.id);
    const [, second, third] = (await periodsOf(world.ctx, begun.id)).toReversed();
    expect(mandate).toMatchObject({ state: 'approved', terms: { firstDueOn: third?.dueOn } });
    expect(second).toMatchObject({ state: 'paid', orderId: order.id });
    expect((await subscriptionById(world.ctx, begun.id))?.instrument.kind).toBe('mandate');
    await consents.days(45, { step: 3 });
    expect((await periodsOf(world.ctx, begun.id)).toReversed()[2]).toMatchObject({ state: 'paid' });
    const taken = consents.sandboxWorld.world.book().movements.map(({ amount }) => amount);
    expect(taken).toEqual([9_500, 9_500, 9_500]);

    accepted(await setInstrument(world.ctx, begun.id, { kind: 'invoice' }));
    for (const { job, data } of world.sent)
      if (job === 'end-mandate') await endUnusedMandate(world.ctx, data['mandateId'] ?? '');
    expect(await consents.state(order.id)).toBe('canceled');
    expect((await subscriptionById(world.ctx, begun.id))?.instrument.kind).toBe('invoice');
  }, 30_000);
});
