import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderById, orderOfSession } from '../../orders/index.server.ts';
import { closeAbandonedOrders } from '../../payments/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { type CheckoutSession, sessionById } from '../../checkout/sessions/index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const hour = 3_600_000;

async function uses(code = 'last-one') {
  const row = await database.db.selectFrom('vouchers').select('used').where('code', '=', code).executeTakeFirst();
  return row?.used ?? 0n;
}

/** The session as it is now: it knows its order. */
async function fresh({ id }: CheckoutSession): Promise<CheckoutSession> {
  const session = await sessionById(database.db, id);
  if (!session) throw new Error('No session');
  return session;
}

async function quoteFor(session: CheckoutSession, voucher?: string) {
  return accepted(await currentQuote(world.ctx, await fresh(session), voucher === undefined ? {} : { voucher }));
}

async function refusedWithLastVoucher() {
  const { session } = await world.buyer();
  world.gateway.behavior = 'decline';
  const answer = accepted(await world.pay(session, await quoteFor(session, 'last-one')));
  return { session, ...answer };
}

describe('the last use of a voucher', () => {
  test('stays with the order that holds it: a refusal does not raise its buyer’s price', async () => {
    const { session, orderId } = await refusedWithLastVoucher();
    const shown = await quoteFor(session);
    expect(shown).toMatchObject({ voucher: 'last-one', total: 102_000n });
    world.clock.advance(hour);
    const later = await quoteFor(session);
    expect(later).toMatchObject({ voucher: 'last-one', total: 102_000n });
    world.gateway.behavior = 'capture';
    accepted(await world.pay(session, later));
    expect(await uses()).toBe(1n);
    expect((await orderOfSession(world.ctx, session.id))?.order).toMatchObject({ state: 'paid', total: 102_000n });
    expect((await orderById(database.db, orderId))?.state).toBe('closed');
  });

  test('is not spent by a buyer who left without paying', async () => {
    const { session, orderId } = await refusedWithLastVoucher();
    const other = await world.buyer();
    await closeAbandonedOrders(world.ctx);
    expect(await currentQuote(world.ctx, other.session, { voucher: 'last-one' })).toMatchObject({ ok: false });
    world.clock.advance(3 * hour);
    await closeAbandonedOrders(world.ctx);
    await closeAbandonedOrders(world.ctx);
    expect(await uses()).toBe(0n);
    world.gateway.behavior = 'capture';
    accepted(await world.pay(other.session, await quoteFor(other.session, 'last-one')));
    expect(await uses()).toBe(1n);
    // The first buyer comes back: a new order, at the price without it.
    const back = accepted(await world.pay(session, await quoteFor(session)));
    expect(back.orderId).not.toBe(orderId);
    expect((await orderOfSession(world.ctx, session.id))?.order).toMatchObject({ state: 'paid', total: 114_000n });
  });

  test('stays with an order whose code may still be paid', async () => {
    const { session } = await world.buyer();
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(session, await quoteFor(session, 'last-one'), { method: 'by-code' }));
    world.clock.advance(3 * hour);
    await closeAbandonedOrders(world.ctx);
    world.gateway.receive(code.attemptId);
    await world.notify(code.attemptId);
    expect(await uses()).toBe(1n);
    expect((await orderById(database.db, code.orderId))?.state).toBe('paid');
  });

  test('is counted for the order that holds it, also when it changes back and again', async () => {
    const { session } = await world.buyer();
    world.gateway.behavior = 'decline';
    for (const voucher of ['last-one', '', 'last-one', 'for-all', 'last-one']) {
      accepted(await world.pay(session, await quoteFor(session, voucher)));
      expect(await uses()).toBe(voucher === 'last-one' ? 1n : 0n);
      world.clock.advance(hour);
    }
  });
});
