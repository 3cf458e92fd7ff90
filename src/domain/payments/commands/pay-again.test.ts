import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  accepted,
  course,
  createDomainWorld,
  type DomainWorld,
  sessionStart,
} from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { createInvoice } from '../../subscriptions/invoices/index.server.ts';
import { createUnpaidOrder, orderById, orderOfSession } from '../../orders/index.server.ts';
import { currentQuote, quoteById } from '../../checkout/quotes/index.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { supersedeOpenAttempts, closeAbandonedOrders, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
});

const minute = 60_000;
const refused = (error: object) => ({ ok: false, error });
const quoteWith = async (session: CheckoutSession, voucher: string) =>
  accepted(await currentQuote(world.ctx, session, { voucher }));
const usesOf = async (code: string) =>
  (await database.db.selectFrom('vouchers').select('used').where('code', '=', code).executeTakeFirst())?.used ?? 0n;

/** Where an order stands, and its attempts, the newest first. */
async function standing(orderId: string) {
  const order = await orderById(database.db, orderId);
  const view = order && (await orderOfSession(world.ctx, order.sessionId));
  return { order: order?.state, attempts: view?.attempts.map(({ state }) => state) };
}

/** A course paid by a code that waits for its buyer. */
async function waiting() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  return { session, quote, ...accepted(await world.pay(session, quote, { method: 'by-code' })) };
}

describe('no attempt is created', () => {
  test('without a session, without a buyer, or for one whose data were erased', async () => {
    const { session, lead, quote } = await world.buyer();
    const missing = refused({ code: 'lead-missing' });
    expect(await world.pay({ ...session, id: 'ses_unknown' }, quote)).toEqual(missing);
    await database.pool.query("update leads set email = 'x@erased.invalid' where id = $1", [lead.id]);
    expect(await world.pay(session, quote)).toEqual(missing);
    await database.pool.query('update checkout_sessions set lead_id = null where id = $1', [session.id]);
    expect(await world.pay(session, quote)).toEqual(missing);
    expect(await orderOfSession(world.ctx, session.id)).toBeNull();
    expect(world.gateway.starts).toBe(0);
  });

  test('with an unknown method, or another person’s payment profile', async () => {
    const { session, quote } = await world.buyer();
    expect(await world.pay(session, quote, { method: 'barter' })).toEqual(refused({ code: 'method-not-offered' }));
    const tenders = [{ method: 'at-once', installments: 1, fields: { paymentProfileId: 'pmp_other' } }];
    const fields = { paymentProfileId: 'payment.error.profile-unknown' };
    expect(await world.pay(session, quote, { tenders })).toEqual(refused({ code: 'fields-invalid', fields }));
    expect(await orderOfSession(world.ctx, session.id)).toBeNull();
  });

  test('for a refunded order', async () => {
    const { session, quote } = await world.buyer();
    const { orderId, attemptId } = accepted(await world.pay(session, quote));
    world.gateway.giveBack(attemptId);
    await world.notify(attemptId);
    expect((await standing(orderId)).order).toBe('refunded');
    expect(await world.pay(session, quote)).toEqual(refused({ code: 'order-paid', orderId }));
  });

  test('beside an attempt whose money may be on its way; the buyer is told which', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'silent-after';
    const { orderId, attemptId } = accepted(await world.pay(session, quote));
    expect(await world.pay(session, quote)).toEqual(refused({ code: 'attempt-open', orderId, attemptId }));
    expect(world.gateway.starts).toBe(1);
  });
});

describe('a second attempt', () => {
  test('at another price replaces the first order and releases its voucher and seat', async () => {
    const { session } = await world.buyer();
    world.gateway.behavior = 'await';
    const old = accepted(await world.pay(session, await quoteWith(session, 'last-one'), { method: 'by-code' }));
    expect(await usesOf('last-one')).toBe(1n);
    world.gateway.behavior = 'capture';
    const { orderId } = accepted(await world.pay(session, await quoteWith(session, '')));
    expect([(await standing(old.orderId)).order, await usesOf('last-one')]).toEqual(['closed', 0n]);
    expect(await standing(orderId)).toEqual({ order: 'paid', attempts: ['captured'] });
    expect(world.gateway.balance()).toBe(114_000n);
    const cheaper = await waiting();
    world.gateway.behavior = 'capture';
    accepted(await world.pay(cheaper.session, await quoteWith(cheaper.session, 'for-all')));
    await world.runJobs();
    expect(world.gateway.book.get(cheaper.attemptId)?.state).toBe('voided');
    expect(world.gateway.balance()).toBe(114_000n + 102_000n);
    // The first try of its order: one that was given up does not count.
    const numbers = await database.db
      .selectFrom('attempts')
      .select('number')
      .where('order_id', 'in', [orderId, cheaper.orderId])
      .execute();
    expect(numbers).toEqual([{ number: 1 }, { number: 1 }]);
  });

  test('pays the remaining amount, which is all that its buyer is shown', async () => {
    const { session, quote, attemptId, orderId } = await waiting();
    world.gateway.receive(attemptId, 100_000n);
    await world.notify(attemptId);
    world.gateway.behavior = 'capture';
    expect(await world.pay(session, quote, { shownAmount: 14_001n })).toMatchObject(refused({ code: 'quote-changed' }));
    const rest = accepted(await world.pay(session, quote, { shownAmount: 14_000n }));
    expect(rest).toEqual({ orderId, attemptId: rest.attemptId, state: 'captured', declineCode: null });
    expect(world.gateway.book.get(rest.attemptId)?.amount.amount).toBe(14_000n);
    expect(await standing(orderId)).toEqual({ order: 'paid', attempts: ['captured', 'captured'] });
  });

  test('pays the remaining amount of an invoice, too', async () => {
    const start = { ...sessionStart, flowId: 'invoice', source: 'direto', planId: 'plan-year' };
    const somebody = { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' };
    const { session, order } = accepted(await createUnpaidOrder(world.ctx, { ...start, buyer: somebody }));
    const bill = { kind: 'invoice', subscriptionId: null, description: 'x', dueOn: '2040-01-01' } as const;
    await createInvoice(world.ctx, { ...bill, sessionId: session.id });
    const quote = await quoteById(database.db, session.id, order.quoteId);
    if (!quote) throw new Error('The bill has no price');
    world.gateway.behavior = 'await';
    const { attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.receive(attemptId, 100_000n);
    await world.notify(attemptId);
    world.gateway.behavior = 'capture';
    accepted(await world.pay(session, quote, { shownAmount: 14_000n }));
    expect((await standing(order.id)).order).toBe('paid');
  });

  test('after the first order expired is a new order, at the current price', async () => {
    const { session } = await world.buyer();
    world.gateway.behavior = 'await';
    const quote = await quoteWith(session, 'for-all');
    const { orderId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.clock.advance(3 * 60 * minute);
    await sweepAttempts(world.ctx);
    await closeAbandonedOrders(world.ctx);
    expect((await standing(orderId)).order).toBe('closed');
    world.gateway.behavior = 'capture';
    const again = accepted(await world.pay(session, quote));
    expect((await orderById(database.db, again.orderId))?.quoteId).not.toBe(quote.id);
    expect(again.orderId).not.toBe(orderId);
    expect(await standing(again.orderId)).toEqual({ order: 'paid', attempts: ['captured'] });
    expect((await standing(orderId)).order).toBe('closed');
  });

  test('goes to another gateway where one was unreachable', async () => {
    const asked: unknown[] = [];
    const { gateways } = world.ctx;
    const choose: typeof gateways.choose = (business, market, method, request) => {
      asked.push(request);
      return gateways.choose(business, market, method, request);
    };
    Object.assign(world.ctx, { gateways: { ...gateways, choose } });
    const { session, quote } = await world.buyer();
    for (const mood of ['unreachable', 'capture'] as const) {
      world.gateway.behavior = mood;
      accepted(await world.pay(session, quote));
    }
    expect(asked).toEqual([{ avoided: [] }, { avoided: ['book'] }]);
  });

  test('by a method with a plan of its own buys that plan', async () => {
    const methods = [
      { method: 'at-once', active: true, planId: 'plan-year' },
      { method: 'by-code', active: true, planId: 'plan-year-by-code' },
    ];
    const product = { ...course, plans: course.plans.map((plan) => ({ ...plan, methods })) };
    Object.assign(world.ctx.catalog, { product: () => product });
    const { orderId } = await waiting();
    expect((await orderById(database.db, orderId))?.planId).toBe('plan-year-by-code');
    const other = await world.buyer();
    const paid = accepted(await world.pay(other.session, other.quote));
    expect((await orderById(database.db, paid.orderId))?.planId).toBe('plan-year');
  });
});

describe('declines', () => {
  async function refuse(session: CheckoutSession, method = 'at-once', everyMs = 0) {
    const quote = accepted(await currentQuote(world.ctx, session));
    world.gateway.behavior = 'decline';
    for (let n = 0; n < 5; n += 1) {
      expect(accepted(await world.pay(session, quote, { method })).state).toBe('declined');
      world.clock.advance(everyMs);
    }
    return quote;
  }
  const pause = (retryAfterSeconds: number) => refused({ code: 'too-many-tries', retryAfterSeconds });

  test('pause their own buyer until the oldest is fifteen minutes old, and no other', async () => {
    freezeClock();
    const { session } = await world.buyer();
    const quote = await refuse(session, 'at-once', minute);
    expect(await world.pay(session, quote)).toEqual(pause(10 * 60));
    const other = await world.buyer();
    expect(accepted(await world.pay(other.session, other.quote)).state).toBe('declined');
    world.clock.advance(10 * minute - 1_000);
    expect(await world.pay(session, quote)).toEqual(pause(1));
    world.clock.advance(1_000);
    expect(accepted(await world.pay(session, quote)).state).toBe('declined');
  });

  test('of both methods of a split pause it for the longer time', async () => {
    freezeClock();
    const { session } = await world.buyer();
    const quote = await refuse(session);
    world.clock.advance(5 * minute);
    await refuse(session, 'by-code');
    const way = (method: string, amount?: bigint) => ({
      method,
      installments: 1,
      fields: {},
      ...(amount ? { amount } : {}),
    });
    const tenders = [way('at-once', 50_000n), way('by-code')];
    expect(await world.pay(session, quote, { tenders })).toEqual(pause(15 * 60));
    expect(await world.pay(session, quote, { tenders: tenders.toReversed() })).toEqual(pause(15 * 60));
  });
});

test('a new attempt cancels a pending code, and nothing that may be moving money', async () => {
  const { session, quote, orderId, attemptId } = await waiting();
  const order = await orderById(database.db, orderId);
  if (!order) throw new Error('No order');
  expect(await supersedeOpenAttempts(world.ctx, database.db, order)).toEqual({ ok: true, value: null });
  await world.runJobs();
  expect(world.gateway.book.get(attemptId)?.state).toBe('voided');
  world.gateway.behavior = 'silent-after';
  const asked = accepted(await world.pay(session, quote));
  expect(await supersedeOpenAttempts(world.ctx, database.db, order)).toEqual(
    refused({ code: 'attempt-open', orderId, attemptId: asked.attemptId }),
  );
});
