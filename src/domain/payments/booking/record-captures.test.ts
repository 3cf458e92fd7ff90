import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createInterestWorld } from '#tests/support/worlds/late-payment-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { applyGatewayFact, pollAttempt, closeAbandonedOrders, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
let errors: unknown[];
beforeEach(async () => {
  database = await createTestDatabase();
  errors = [];
  const silent = () => undefined;
  world = createSplitWorld(database, {
    // Installments cost interest here.
    catalog: createInterestWorld(database).ctx.catalog,
    log: { info: silent, warn: silent, error: (...line) => void errors.push(line) },
  });
});
afterEach(() => database.close());

const price = 114_000n;

async function openCode() {
  const { session, quote } = await world.buyer();
  const { orderId, attemptId } = accepted(await world.payWith(session, quote, [code()]));
  return { session, orderId, attemptId };
}

const check = (attemptId: string) => pollAttempt(world.ctx, attemptId, 'webhook');
const order = (orderId: string) => orderById(database.db, orderId);

async function books(): Promise<string[]> {
  const lines = await database.db.selectFrom('ledger_transfers').select(['kind', 'amount']).orderBy('id').execute();
  return lines.map(({ kind, amount }) => `${kind} ${amount}`);
}

describe('a capture', () => {
  test('of the same id at two gateways is booked for both', async () => {
    const { session, quote } = await world.buyer();
    const { attemptId, orderId } = accepted(await world.payWith(session, quote, [card(60_000n), code()]));
    Object.assign(world.codes.receive(attemptId), { id: 'one-name-at-both' });
    const receive = world.cards.receive.bind(world.cards);
    world.cards.receive = (...money) => Object.assign(receive(...money), { id: 'one-name-at-both' });
    await check(attemptId);
    expect(await books()).toEqual(['capture-principal 54000', 'capture-principal 60000']);
    expect(await order(orderId)).toMatchObject({ state: 'paid', received: price });
  });

  test('in installments at two cards books each card’s interest; a second payment is surplus', async () => {
    const { session, quote } = await world.buyer();
    accepted(await world.payWith(session, quote, [card(60_000n, 12), card(undefined, 12)]));
    const asked = [...world.cards.book.values()].map(({ amount: { amount } }) => amount);
    const [first = 0n, second = 0n] = asked.map((amount, at) => amount - (at === 0 ? 60_000n : 54_000n));
    expect(first > second && second > 0n).toBe(true);
    const came = [`capture-principal 60000`, `capture-interest ${first}`];
    came.push(`capture-principal 54000`, `capture-interest ${second}`);
    expect(await books()).toEqual(came);
    const attemptId = [...world.cards.book.keys()][0] ?? '';
    const { amount } = world.cards.receive(attemptId);
    await check(attemptId);
    expect(await books()).toEqual([...came, `capture-surplus ${amount}`]);
  });

  test('T-50 of another order is reported, and pays no part of this one', async () => {
    const [one, other] = [await openCode(), await openCode()];
    const movement = world.codes.receive(one.attemptId);
    for (let times = 0; times < 2; times += 1) await check(one.attemptId);
    expect(errors).toEqual([]);
    const { orderId, attemptId } = other;
    const movements = [movement, world.codes.receive(attemptId)];
    await applyGatewayFact(world.ctx, attemptId, { state: 'captured', movements, at: new Date() }, 'check');
    expect(errors).toEqual([['movement-of-another-order', { movementId: movement.id, orderId, attemptId }]]);
    expect(await order(orderId)).toMatchObject({ state: 'paid', received: price });
    expect(await books()).toEqual([`capture-principal ${price}`, `capture-principal ${price}`]);
  });

  test('of another currency reopens no abandoned order and redeems no voucher', async () => {
    const { session } = await world.buyer();
    const quote = accepted(await currentQuote(world.ctx, session, { voucher: 'last-one' }));
    const { orderId, attemptId } = accepted(await world.payWith(session, quote, [code()]));
    world.clock.advance(3 * 3_600_000);
    await sweepAttempts(world.ctx);
    await closeAbandonedOrders(world.ctx);
    const { amount } = Object.assign(world.codes.receive(attemptId), { currency: 'MZN' });
    await check(attemptId);
    expect(await order(orderId)).toMatchObject({ state: 'closed', received: 0n });
    expect(await books()).toEqual([`capture-surplus ${amount}`]);
    expect(await database.db.selectFrom('vouchers').select('used').execute()).toEqual([{ used: 0n }]);
  });

  test('of another currency pays no part of the price, which stays owed', async () => {
    const { orderId, attemptId } = await openCode();
    world.codes.receive(attemptId, 100_000n);
    await check(attemptId);
    Object.assign(world.codes.receive(attemptId, 5_000n), { currency: 'MZN' });
    await check(attemptId);
    expect(await order(orderId)).toMatchObject({ state: 'partly-paid', received: 100_000n });
    const open = database.db
      .selectFrom('reconciliation_exceptions')
      .select(['kind', 'amount'])
      .where('state', '=', 'open');
    expect(await open.orderBy('kind').execute()).toEqual([
      { kind: 'surplus', amount: 5_000n },
      { kind: 'underpaid', amount: 14_000n },
    ]);
    world.codes.receive(attemptId, 14_000n);
    await check(attemptId);
    expect(await order(orderId)).toMatchObject({ state: 'paid', received: price });
    const came = ['capture-principal 100000', 'capture-surplus 5000', 'capture-principal 14000'];
    expect(await books()).toEqual(came);
  });

  test('of a refunded order is surplus', async () => {
    const { orderId, attemptId } = await openCode();
    world.codes.receive(attemptId, 50_000n);
    world.codes.giveBack(attemptId, 50_000n);
    await check(attemptId);
    world.codes.receive(attemptId, 64_000n);
    await check(attemptId);
    expect(await books()).toEqual(['capture-principal 50000', 'refund-principal 50000', 'capture-surplus 64000']);
    expect(await order(orderId)).toMatchObject({ state: 'refunded', received: 50_000n, returned: 50_000n });
  });
});
