import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderById, orderOfSession } from '../../orders/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { closeAbandonedOrders, sweepAttempts } from '../index.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const discounted = 102_000n;

/** A code at one price that was given up for a code at another: two orders of one session, the older one closed. */
async function giveUpFor(first: string, then: string) {
  const { session } = await world.buyer();
  world.gateway.behavior = 'await';
  const quoteOf = async (voucher: string) => accepted(await currentQuote(world.ctx, session, { voucher }));
  const old = accepted(await world.pay(session, await quoteOf(first), { method: 'by-code' }));
  const now = accepted(await world.pay(session, await quoteOf(then), { method: 'by-code' }));
  expect(now.orderId).not.toBe(old.orderId);
  return { session, old, now };
}

async function stateOf(orderId: string) {
  return (await orderById(database.db, orderId))?.state;
}

async function ordersOf(session: CheckoutSession) {
  const rows = await database.db
    .selectFrom('orders')
    .select('state')
    .where('session_id', '=', session.id)
    .orderBy('number')
    .execute();
  return rows.map((row) => row.state);
}

async function usesOf(code: string) {
  const row = await database.db.selectFrom('vouchers').select('used').where('code', '=', code).executeTakeFirst();
  return row?.used ?? 0n;
}

describe('a late capture of an abandoned order', () => {
  test('T-05 of the full price is delivered while its successor is unpaid, which is canceled', async () => {
    const { session, old, now } = await giveUpFor('last-one', '');
    world.gateway.receive(old.attemptId);
    await world.notify(old.attemptId);
    expect(await stateOf(old.orderId)).toBe('paid');
    expect(await stateOf(now.orderId)).toBe('closed');
    expect((await orderOfSession(world.ctx, session.id))?.order.id).toBe(old.orderId);
    await world.runJobs();
    expect(world.gateway.book.get(now.attemptId)?.state).toBe('voided');
    expect(world.gateway.balance()).toBe(discounted);
    expect(await usesOf('last-one')).toBe(1n);
  });

  test('T-05 followed by a capture of its successor: the second is refunded', async () => {
    const { session, old, now } = await giveUpFor('', 'last-one');
    world.gateway.receive(old.attemptId);
    world.gateway.receive(now.attemptId);
    await Promise.all([world.notify(old.attemptId), world.notify(now.attemptId)]);
    await world.runJobs();
    expect((await ordersOf(session)).toSorted()).toEqual(['closed', 'paid']);
    const paid = (await orderOfSession(world.ctx, session.id))?.order;
    expect(paid?.state).toBe('paid');
    expect(world.gateway.balance()).toBe(paid?.total);
  });

  test('T-48 below the price is refunded while another order is open', async () => {
    const { old, now } = await giveUpFor('', 'for-all');
    world.gateway.receive(old.attemptId, 50_000n);
    await world.notify(old.attemptId);
    await world.runJobs();
    expect([await stateOf(old.orderId), await stateOf(now.orderId)]).toEqual(['closed', 'open']);
    expect(world.gateway.balance()).toBe(0n);
  });

  test('T-20 whose buyer left and returned to pay is delivered, with its voucher', async () => {
    const { session } = await world.buyer();
    world.gateway.behavior = 'await';
    const quote = accepted(await currentQuote(world.ctx, session, { voucher: 'last-one' }));
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.clock.advance(3 * 3_600_000);
    await sweepAttempts(world.ctx);
    await closeAbandonedOrders(world.ctx);
    expect([await stateOf(code.orderId), await usesOf('last-one')]).toEqual(['closed', 0n]);
    world.gateway.receive(code.attemptId);
    await world.notify(code.attemptId);
    expect([await stateOf(code.orderId), await usesOf('last-one')]).toEqual(['paid', 1n]);
  });

  test('T-37 after its voucher went to another buyer is refunded, not delivered', async () => {
    const { session, old } = await giveUpFor('last-one', '');
    const other = await world.buyer();
    const last = accepted(await currentQuote(world.ctx, other.session, { voucher: 'last-one' }));
    world.gateway.behavior = 'capture';
    accepted(await world.pay(other.session, last));
    world.gateway.receive(old.attemptId);
    await world.notify(old.attemptId);
    await world.runJobs();
    expect(await ordersOf(session)).toEqual(['closed', 'open']);
    expect(await usesOf('last-one')).toBe(1n);
    expect(world.gateway.balance()).toBe(discounted);
  });

  test('T-06 racing the payment of its successor: the first is delivered, the other refunded', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { session, old, now } = await giveUpFor('', 'for-all');
      world.gateway.receive(old.attemptId);
      const quote = accepted(await currentQuote(world.ctx, session, { voucher: '' }));
      world.gateway.behavior = 'capture';
      await Promise.all([world.notify(old.attemptId), world.pay(session, quote), world.notify(now.attemptId)]);
      await world.runJobs();
      const states = (await ordersOf(session)).toSorted();
      expect(states.filter((state) => state !== 'closed')).toEqual(['paid']);
    }
    expect(world.gateway.balance()).toBe(10n * 114_000n);
  });
});

describe('an underpayment', () => {
  test('T-48 twice has one open task at a time, with the missing amount, and none once it is paid', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const tasks = async () => {
      const rows = await database.db
        .selectFrom('reconciliation_exceptions')
        .select('amount')
        .where('state', '=', 'open')
        .execute();
      return rows.map(({ amount }) => amount);
    };
    for (const [amount, open] of [
      [100_000n, [14_000n]],
      [10_000n, [4_000n]],
      [4_000n, []],
    ] as const) {
      const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
      world.gateway.receive(code.attemptId, amount);
      await world.notify(code.attemptId);
      expect(await tasks()).toEqual(open);
    }
    expect((await orderOfSession(world.ctx, session.id))?.order.state).toBe('paid');
  });
});
