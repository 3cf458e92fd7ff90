import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { lockOrder, orderById } from '../../orders/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { closeAbandonedOrders } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const minute = 60_000;

/** Somebody whose card was refused for an order that holds the last use of a voucher; tries again at the same price. */
async function refused() {
  const { session } = await world.buyer();
  world.gateway.behavior = 'decline';
  const quote = accepted(await currentQuote(world.ctx, session, { voucher: 'last-one' }));
  const again = async (method = 'at-once') => accepted(await world.pay(session, quote, { method }));
  const { orderId } = await again();
  return { orderId, again };
}

const stateOf = async (orderId: string) => (await orderById(database.db, orderId))?.state;
const used = async () => (await database.db.selectFrom('vouchers').select('used').execute()).map((row) => row.used);

describe('an order that holds a voucher’s last use after a decline', () => {
  test('is abandoned after two hours, not before', async () => {
    const { orderId } = await refused();
    world.clock.advance(119 * minute);
    expect(await closeAbandonedOrders(world.ctx)).toBe(0);
    expect(await stateOf(orderId)).toBe('open');
    world.clock.advance(2 * minute);
    expect(await closeAbandonedOrders(world.ctx)).toBe(1);
    expect(await stateOf(orderId)).toBe('closed');
    expect(await used()).toContain(0n);
    expect(await closeAbandonedOrders(world.ctx)).toBe(0);
  });

  test('is kept for two hours from the buyer’s last attempt', async () => {
    const { orderId, again } = await refused();
    world.clock.advance(10 * minute);
    expect((await again()).orderId).toBe(orderId);
    world.clock.advance(115 * minute);
    expect(await closeAbandonedOrders(world.ctx)).toBe(0);
    world.clock.advance(10 * minute);
    expect(await closeAbandonedOrders(world.ctx)).toBe(1);
  });

  test('is kept while a later attempt may capture, however old it is', async () => {
    const { orderId, again } = await refused();
    world.gateway.behavior = 'await';
    expect((await again('by-code')).orderId).toBe(orderId);
    world.clock.advance(180 * minute);
    expect(await closeAbandonedOrders(world.ctx)).toBe(0);
    expect(await stateOf(orderId)).toBe('open');
  });

  test('keeps the voucher when it is paid during the sweep', async () => {
    const { orderId } = await refused();
    world.clock.advance(180 * minute);
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<undefined>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
    const paying = transaction(database.db, async (trx) => {
      const order = await lockOrder(trx, orderId);
      lock(undefined);
      await mayEnd;
      const paid = { state: 'paid', paid_at: world.clock.now(), received: order?.total } as const;
      await trx.updateTable('orders').set(paid).where('id', '=', orderId).execute();
    });
    await isLocked;
    const closing = closeAbandonedOrders(world.ctx);
    // Long enough for whoever does not wait for the lock.
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, 300))]);
    end(undefined);
    await paying;
    expect(await closing).toBe(0);
    expect(await stateOf(orderId)).toBe('paid');
    expect(await used()).toContain(1n);
  });
});
