import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { pollAttempt, expireHold } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

/** Two cards were reserved; the first was taken, and the company of the second changed its mind. */
async function halfTaken() {
  const { session, quote } = await world.buyer();
  world.cards.behaviors.push('challenge');
  const { attemptId, orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
  world.cards.answer(attemptId, 'authorized');
  const take = world.cards.capture.bind(world.cards);
  let taken = 0;
  world.cards.capture = async (charge) => {
    world.cards.refusesCapture = taken > 0;
    taken += 1;
    return take(charge);
  };
  await pollAttempt(world.ctx, attemptId, 'check');
  const attempts = database.db.selectFrom('attempts').select('id').where('order_id', '=', orderId);
  const second = await attempts.where('id', '<>', attemptId).executeTakeFirstOrThrow();
  return { session, quote, orderId, secondId: second.id };
}

/** Nobody pays the rest in time: what was taken goes back, and the order ends. */
async function undone() {
  const half = await halfTaken();
  world.clock.advance(15 * 60_000);
  expect(await expireHold(world.ctx, half.orderId)).toBe(true);
  await world.runJobs();
  return half;
}

async function letters(orderId: string): Promise<string[]> {
  const sent = await database.db.selectFrom('emails').select('kind').where('order_id', '=', orderId).execute();
  return sent.map(({ kind }) => kind).toSorted();
}

async function lateMoney(attemptId: string): Promise<void> {
  world.cards.receive(attemptId, 54_000n);
  await pollAttempt(world.ctx, attemptId, 'webhook');
  await world.runJobs();
}

async function orderNow(orderId: string) {
  const row = database.db.selectFrom('orders').select(['state', 'received', 'returned']).where('id', '=', orderId);
  return row.executeTakeFirstOrThrow();
}

const gone = { state: 'closed', received: 60_000n, returned: 60_000n };

test('T-39 an expired hold after one capture refunds everything', async () => {
  const half = await halfTaken();
  const { order, split } = await world.view(half.session);
  expect(order).toMatchObject({ state: 'partly-paid', received: 60_000n });
  expect(split).toMatchObject({ standing: 'held', owed: 54_000n });
  world.clock.advance(15 * 60_000);
  expect(await expireHold(world.ctx, order.id)).toBe(true);
  await world.runJobs();
  expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
  expect(await orderNow(order.id)).toEqual(gone);
  expect(await letters(order.id)).toEqual(['order-undone']);
  const parts = await database.db.selectFrom('refund_parts').select('state').where('order_id', '=', order.id).execute();
  expect(parts).toEqual([{ state: 'done' }]);
  const breaks = database.db.selectFrom('reconciliation_exceptions').selectAll().where('order_id', '=', order.id);
  expect(await breaks.execute()).toEqual([]);
});

test('a capture for an order whose part was refunded is refunded too, and the order stays undone', async () => {
  const { orderId, secondId } = await undone();
  expect(await orderNow(orderId)).toEqual(gone);
  await lateMoney(secondId);
  expect(await orderNow(orderId)).toEqual(gone);
  expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
  expect(await letters(orderId)).toEqual(['order-undone', 'surplus-returned']);
});

test('a late capture is refunded as well where the buyer has begun again', async () => {
  const { session, quote, orderId, secondId } = await undone();
  const next = accepted(await world.payWith(session, quote, [code()]));
  expect(next.orderId).not.toBe(orderId);
  await lateMoney(secondId);
  expect(await orderNow(orderId)).toEqual(gone);
  expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
});
