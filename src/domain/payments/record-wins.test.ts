import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { accepted } from '#tests/support/domain-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/split-world.server.ts';
import { checkAttempt, refundOrder } from './index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const price = 114_000n;

async function paid() {
  const { session, quote } = await world.buyer();
  const { orderId, attemptId } = accepted(await world.payWith(session, quote, [card()]));
  const order = async () => (await world.view(session)).order;
  return { orderId, attemptId, order };
}

async function books(): Promise<string[]> {
  const lines = await database.db.selectFrom('ledger_transfers').select(['kind', 'amount']).orderBy('id').execute();
  return lines.map(({ kind, amount }) => `${kind} ${amount}`);
}

async function tasks(): Promise<string[]> {
  const open = await database.db
    .selectFrom('money_breaks')
    .select(['task', 'state'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return open.map(({ task, state }) => `${task} ${state}`).toSorted();
}

describe('a dispute that was won', () => {
  test('is in the books: the price has come back, and the task ends', async () => {
    const { attemptId, order } = await paid();
    world.cards.giveBack(attemptId, 40_000n, 'chargeback');
    await checkAttempt(world.ctx, attemptId, 'notification');
    expect(await order()).toMatchObject({ state: 'paid', returned: 40_000n });
    world.cards.giveBack(attemptId, 40_000n, 'chargeback-won');
    for (let times = 0; times < 3; times += 1) await checkAttempt(world.ctx, attemptId, 'notification');
    expect(await books()).toEqual([
      `capture-principal ${price}`,
      'dispute-principal 40000',
      'dispute-won-principal 40000',
    ]);
    expect(await order()).toMatchObject({ state: 'paid', returned: 0n });
    expect(await tasks()).toEqual(['answer-dispute resolved']);
  });

  test('after which nothing had been left of the order: a person says whether it opens again', async () => {
    const { attemptId, order } = await paid();
    world.cards.giveBack(attemptId, price, 'chargeback');
    world.cards.giveBack(attemptId, price, 'chargeback-won');
    await checkAttempt(world.ctx, attemptId, 'notification');
    expect(await order()).toMatchObject({ state: 'refunded', returned: price });
    expect(await tasks()).toEqual(['answer-dispute resolved', 'restore-after-dispute open']);
  });

  test('leaves all of it to be refunded, once', async () => {
    const { orderId, attemptId, order } = await paid();
    world.cards.giveBack(attemptId, 40_000n, 'chargeback');
    await checkAttempt(world.ctx, attemptId, 'notification');
    expect(await refundOrder(world.ctx, orderId, price, 'refund-of-everything', 'x')).toMatchObject({ ok: false });
    world.cards.giveBack(attemptId, 40_000n, 'chargeback-won');
    await checkAttempt(world.ctx, attemptId, 'notification');
    accepted(await refundOrder(world.ctx, orderId, price, 'refund-of-everything', 'x'));
    await world.runJobs();
    expect(await order()).toMatchObject({ state: 'refunded', returned: price });
    expect(world.cards.balance()).toBe(0n);
  });
});
