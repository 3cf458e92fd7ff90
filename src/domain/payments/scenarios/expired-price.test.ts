import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import { createInvoice } from '../../subscriptions/invoices/index.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { priceValidUntil } from '../../checkout/quotes/index.server.ts';
import type { PayResult } from '../ports/pay.types.ts';
import { renewAttempt } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };

/** A code that ran out unpaid, and how its buyer takes it up again. */
async function begunByCode() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  const order = await orderById(database.db, code.orderId);
  if (!order) throw new Error('No order');
  const until = priceValidUntil(world.ctx, order);
  if (!until) throw new Error('The price has no end');
  const renew = () =>
    renewAttempt(world.ctx, { sessionId: session.id, attemptId: code.attemptId, idempotencyKey: 'renew', browser });
  const pass = (ms = 1_000) => world.clock.advance(until.getTime() - world.clock.now().getTime() + ms);
  return { session, quote, ...code, renew, pass };
}
const newPriceOf = (result: PayResult) =>
  !result.ok && result.error.code === 'quote-changed' ? result.error.quote : null;

describe('an expired price', () => {
  test('is not payable: the payment is answered with the current price, which is paid as a new order', async () => {
    const { session, quote, orderId, pass } = await begunByCode();
    const total = quote.total - 1n;
    await database.db.updateTable('quotes').set({ total }).where('id', '=', quote.id).execute();
    pass(53 * 86_400_000);
    const starts = world.gateway.starts;
    const again = newPriceOf(await world.pay(session, { ...quote, total }, { method: 'by-code' }));
    expect(again?.id).not.toBe(quote.id);
    expect(again?.total).toBe(quote.total);
    expect(again?.expiresAt.getTime()).toBeGreaterThan(world.clock.now().getTime());
    expect(world.gateway.starts).toBe(starts);
    if (!again) throw new Error('No new price');
    const paid = accepted(await world.pay(session, again, { method: 'by-code' }));
    expect(paid.orderId).not.toBe(orderId);
    expect((await orderById(database.db, orderId))?.state).toBe('closed');
  });

  test('is paid at once where it equals the current price, as a new order', async () => {
    const { session, quote, orderId, pass } = await begunByCode();
    pass(53 * 86_400_000);
    const paid = accepted(await world.pay(session, quote, { method: 'by-code' }));
    expect(paid.orderId).not.toBe(orderId);
    expect((await orderById(database.db, paid.orderId))?.quoteId).not.toBe(quote.id);
    expect((await orderById(database.db, orderId))?.state).toBe('closed');
  });

  test('is not used by a renewed code', async () => {
    const { quote, renew, pass } = await begunByCode();
    pass();
    const starts = world.gateway.starts;
    const again = newPriceOf(await renew());
    expect(again && again.id !== quote.id).toBe(true);
    expect(world.gateway.starts).toBe(starts);
  });

  test.each([
    ['a payment', true],
    ['a new code', false],
  ])('is paid until its expiry by %s', async (_how, isPayment) => {
    const { session, quote, orderId, renew, pass } = await begunByCode();
    pass(-60_000);
    const paid = accepted(isPayment ? await world.pay(session, quote, { method: 'by-code' }) : await renew());
    expect(paid).toMatchObject({ orderId, state: 'awaiting-buyer' });
  });
});

describe('a price without expiry', () => {
  test('is that of a partly paid order', async () => {
    const { session, quote, orderId, attemptId, pass } = await begunByCode();
    world.gateway.receive(attemptId, 14_000n);
    await world.notify(attemptId);
    expect((await orderById(database.db, orderId))?.state).toBe('partly-paid');
    pass(86_400_000);
    world.gateway.behavior = 'capture';
    expect(accepted(await world.pay(session, quote))).toMatchObject({ orderId, state: 'captured' });
    expect((await orderById(database.db, orderId))?.state).toBe('paid');
  });

  test.each([
    ['paid', true],
    ['paid by a new code', false],
  ])('is that of an invoice, %s', async (_how, isPayment) => {
    const { session, quote, orderId, renew, pass } = await begunByCode();
    const dueOn = requireLocalDate('2030-01-01');
    const bill = {
      kind: 'sale-invoice',
      sessionId: session.id,
      subscriptionId: null,
      description: 'Curso',
      dueOn,
    } as const;
    await createInvoice(world.ctx, bill);
    pass(86_400_000);
    const paid = accepted(isPayment ? await world.pay(session, quote, { method: 'by-code' }) : await renew());
    expect(paid.orderId).toBe(orderId);
  });
});
