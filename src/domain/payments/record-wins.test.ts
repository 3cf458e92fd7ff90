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

  test('and that a bank begins again is booked again: nothing is left to restore', async () => {
    const { attemptId, order } = await paid();
    world.cards.giveBack(attemptId, price, 'chargeback');
    world.cards.giveBack(attemptId, price, 'chargeback-won');
    await checkAttempt(world.ctx, attemptId, 'notification');
    for (const part of [40_000n, price - 40_000n]) {
      world.cards.giveBack(attemptId, part, 'chargeback');
      await checkAttempt(world.ctx, attemptId, 'notification');
    }
    expect((await books()).slice(-2)).toEqual(['dispute-principal 40000', `dispute-principal ${price - 40_000n}`]);
    expect(await order()).toMatchObject({ state: 'refunded', returned: price });
    expect(await tasks()).toEqual([
      ...['answer-dispute open', 'answer-dispute open', 'answer-dispute resolved'],
      'restore-after-dispute resolved',
    ]);
  });

  test('and begun again, of which only one message tells: each counts in its time', async () => {
    const { attemptId, order } = await paid();
    for (const [days, kind] of (['chargeback', 'chargeback-won', 'chargeback'] as const).entries()) {
      const movement = world.cards.giveBack(attemptId, price, kind);
      Object.assign(movement, { at: new Date(movement.at.getTime() + days * 86_400_000) });
    }
    await checkAttempt(world.ctx, attemptId, 'notification');
    const lines = await books();
    expect(lines.slice(1)).toEqual([
      ...[`dispute-principal ${price}`, `dispute-won-principal ${price}`, `dispute-principal ${price}`],
    ]);
    expect(await order()).toMatchObject({ state: 'refunded', returned: price });
    expect(await tasks()).toEqual([
      ...['answer-dispute open', 'answer-dispute resolved', 'restore-after-dispute resolved'],
    ]);
    await checkAttempt(world.ctx, attemptId, 'notification');
    expect(await books()).toEqual(lines);
  });

  test('ends its own task: another dispute of the same money still has to be answered', async () => {
    const { attemptId, order } = await paid();
    world.cards.giveBack(attemptId, 40_000n, 'chargeback');
    world.cards.giveBack(attemptId, 30_000n, 'chargeback');
    await checkAttempt(world.ctx, attemptId, 'notification');
    world.cards.giveBack(attemptId, 30_000n, 'chargeback-won');
    await checkAttempt(world.ctx, attemptId, 'notification');
    expect(await order()).toMatchObject({ state: 'paid', returned: 40_000n });
    const left = database.db.selectFrom('money_breaks').select(['task', 'amount']).where('state', '=', 'open');
    expect(await left.execute()).toEqual([{ task: 'answer-dispute', amount: 40_000n }]);
    world.cards.giveBack(attemptId, 10_000n, 'chargeback-won');
    await checkAttempt(world.ctx, attemptId, 'notification');
    expect(await left.execute()).toEqual([]);
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
