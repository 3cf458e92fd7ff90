import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { accepted } from '#tests/support/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/split-world.server.ts';
import { checkAttempt, endRescue } from './index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

/** Two cards were reserved, the first was taken and the second was not: its time ends, and what was taken goes back. */
async function undone() {
  const { session, quote } = await world.buyer();
  world.cards.moods.push('challenge');
  const asked = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
  world.cards.answer(asked.attemptId, 'authorized');
  const take = world.cards.capture.bind(world.cards);
  let taken = 0;
  world.cards.capture = async (charge) => {
    world.cards.refusesCapture = taken > 0;
    taken += 1;
    return take(charge);
  };
  await checkAttempt(world.ctx, asked.attemptId, 'check');
  world.cards.refusesCapture = false;
  world.clock.advance(15 * 60_000);
  expect(await endRescue(world.ctx, asked.orderId)).toBe(true);
  await world.runJobs();
  const attempts = database.db.selectFrom('attempts').select('id').where('order_id', '=', asked.orderId);
  const second = await attempts.where('id', '<>', asked.attemptId).executeTakeFirstOrThrow();
  return { session, quote, orderId: asked.orderId, secondId: second.id };
}

async function lateMoney(attemptId: string): Promise<void> {
  world.cards.receive(attemptId, 54_000n);
  await checkAttempt(world.ctx, attemptId, 'notification');
  await world.runJobs();
}

async function orderNow(orderId: string) {
  const row = database.db.selectFrom('orders').select(['state', 'received', 'returned']).where('id', '=', orderId);
  return row.executeTakeFirstOrThrow();
}

const gone = { state: 'closed', received: 60_000n, returned: 60_000n };

test('money that comes for an order whose part went back goes back too, and the order stays undone', async () => {
  const { orderId, secondId } = await undone();
  expect(await orderNow(orderId)).toEqual(gone);
  await lateMoney(secondId);
  expect(await orderNow(orderId)).toEqual(gone);
  expect(world.outside()).toEqual({ taken: 0n, reserved: 0n });
  const letters = database.db.selectFrom('messages').select('kind').where('order_id', '=', orderId);
  expect((await letters.execute()).map(({ kind }) => kind).toSorted()).toEqual(['order-undone', 'surplus-returned']);
});

test('it goes back as well where the buyer has begun again', async () => {
  const { session, quote, orderId, secondId } = await undone();
  const next = accepted(await world.payWith(session, quote, [code()]));
  expect(next.orderId).not.toBe(orderId);
  await lateMoney(secondId);
  expect(await orderNow(orderId)).toEqual(gone);
  expect(world.outside()).toEqual({ taken: 0n, reserved: 0n });
});
