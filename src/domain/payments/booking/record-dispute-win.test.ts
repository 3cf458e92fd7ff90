import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { pollAttempt, refundOrder } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
let said: unknown[];
beforeEach(async () => {
  database = await createTestDatabase();
  said = [];
  const says = (...line: unknown[]) => void said.push(line);
  world = createSplitWorld(database, { log: { info: says, warn: says, error: says } });
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
    .selectFrom('reconciliation_exceptions')
    .select(['task', 'state'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return open.map(({ task, state }) => `${task} ${state}`).toSorted();
}

describe('a won dispute', () => {
  test('is booked: the price returns, and the task ends', async () => {
    const { orderId, attemptId, order } = await paid();
    world.cards.giveBack(attemptId, 40_000n, 'chargeback');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await order()).toMatchObject({ state: 'paid', returned: 40_000n });
    world.cards.giveBack(attemptId, 40_000n, 'chargeback-won');
    for (let times = 0; times < 3; times += 1) await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await books()).toEqual([
      `capture-principal ${price}`,
      'dispute-principal 40000',
      'dispute-won-principal 40000',
    ]);
    expect(await order()).toMatchObject({ state: 'paid', returned: 0n });
    expect(await tasks()).toEqual(['answer-dispute resolved']);
    expect(said.slice(-2)).toEqual([
      ['money-returned', { orderId, attemptId, kind: 'dispute' }],
      ['dispute-won', { orderId, attemptId }],
    ]);
  });

  test('of an order with nothing left is reopened by an operator’s decision', async () => {
    const { attemptId, order } = await paid();
    world.cards.giveBack(attemptId, price, 'chargeback');
    world.cards.giveBack(attemptId, price, 'chargeback-won');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await order()).toMatchObject({ state: 'refunded', returned: price });
    expect(await tasks()).toEqual(['answer-dispute resolved', 'restore-after-dispute open']);
  });

  test('stays an operator’s to restore when the gateway refunds a part of it', async () => {
    const { attemptId } = await paid();
    world.cards.giveBack(attemptId, price, 'chargeback');
    world.cards.giveBack(attemptId, price, 'chargeback-won');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    world.cards.giveBack(attemptId, 40_000n, 'refund');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await tasks()).toContain('restore-after-dispute open');
  });

  test('that is disputed again is booked again: nothing is left to restore', async () => {
    const { attemptId, order } = await paid();
    world.cards.giveBack(attemptId, price, 'chargeback');
    world.cards.giveBack(attemptId, price, 'chargeback-won');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    for (const part of [40_000n, price - 40_000n]) {
      world.cards.giveBack(attemptId, part, 'chargeback');
      await pollAttempt(world.ctx, attemptId, 'webhook');
    }
    expect((await books()).slice(-2)).toEqual(['dispute-principal 40000', `dispute-principal ${price - 40_000n}`]);
    expect(await order()).toMatchObject({ state: 'refunded', returned: price });
    expect(await tasks()).toEqual([
      ...['answer-dispute open', 'answer-dispute open', 'answer-dispute resolved'],
      'restore-after-dispute resolved',
    ]);
  });

  test('and its second dispute in one webhook are booked by their times', async () => {
    const { attemptId, order } = await paid();
    for (const [days, kind] of (['chargeback', 'chargeback-won', 'chargeback'] as const).entries()) {
      const movement = world.cards.giveBack(attemptId, price, kind);
      Object.assign(movement, { at: new Date(movement.at.getTime() + days * 86_400_000) });
    }
    await pollAttempt(world.ctx, attemptId, 'webhook');
    const lines = await books();
    expect(lines.slice(1)).toEqual([
      ...[`dispute-principal ${price}`, `dispute-won-principal ${price}`, `dispute-principal ${price}`],
    ]);
    expect(await order()).toMatchObject({ state: 'refunded', returned: price });
    expect(await tasks()).toEqual([
      ...['answer-dispute open', 'answer-dispute resolved', 'restore-after-dispute resolved'],
    ]);
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await books()).toEqual(lines);
  });

  test('ends its own task: another dispute of the capture still needs an answer', async () => {
    const { attemptId, order } = await paid();
    world.cards.giveBack(attemptId, 40_000n, 'chargeback');
    world.cards.giveBack(attemptId, 30_000n, 'chargeback');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    world.cards.giveBack(attemptId, 30_000n, 'chargeback-won');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await order()).toMatchObject({ state: 'paid', returned: 40_000n });
    const left = database.db
      .selectFrom('reconciliation_exceptions')
      .select(['task', 'amount'])
      .where('state', '=', 'open');
    expect(await left.execute()).toEqual([{ task: 'answer-dispute', amount: 40_000n }]);
    world.cards.giveBack(attemptId, 10_000n, 'chargeback-won');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await left.execute()).toEqual([]);
  });

  test('leaves the whole amount refundable, once', async () => {
    const { orderId, attemptId, order } = await paid();
    world.cards.giveBack(attemptId, 40_000n, 'chargeback');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await refundOrder(world.ctx, orderId, price, 'refund-of-everything', 'x')).toMatchObject({ ok: false });
    world.cards.giveBack(attemptId, 40_000n, 'chargeback-won');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    accepted(await refundOrder(world.ctx, orderId, price, 'refund-of-everything', 'x'));
    await world.runJobs();
    expect(await order()).toMatchObject({ state: 'refunded', returned: price });
    expect(world.cards.balance()).toBe(0n);
    expect(said.at(-1)).toEqual(['refund-done', { orderId, attemptId }]);
  });

  test('of amount zero is ignored: the dispute still needs an answer', async () => {
    const { attemptId } = await paid();
    world.cards.giveBack(attemptId, 40_000n, 'chargeback');
    const nothing = world.cards.giveBack(attemptId, 0n, 'chargeback-won');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await books()).toEqual([`capture-principal ${price}`, 'dispute-principal 40000']);
    expect(await tasks()).toEqual(['answer-dispute open']);
    const movements = world.cards.book.get(attemptId)?.movements ?? [];
    movements.splice(movements.indexOf(nothing), 1);
  });

  test('T-50 reported for two orders is one order’s', async () => {
    const one = await paid();
    const other = await paid();
    for (const { attemptId } of [one, other]) {
      world.cards.giveBack(attemptId, 40_000n, 'chargeback');
      await pollAttempt(world.ctx, attemptId, 'webhook');
    }
    const won = world.cards.giveBack(one.attemptId, 40_000n, 'chargeback-won');
    const movements = world.cards.book.get(other.attemptId)?.movements ?? [];
    movements.push(won);
    for (const { attemptId } of [one, other]) await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await one.order()).toMatchObject({ returned: 0n });
    expect(await other.order()).toMatchObject({ returned: 40_000n });
    expect(await tasks()).toEqual(['answer-dispute open', 'answer-dispute resolved']);
    movements.pop();
  });

  test('at one of two gateways of a split is its own, though both use the same id', async () => {
    const { session, quote } = await world.buyer();
    const { attemptId } = accepted(await world.payWith(session, quote, [card(60_000n), code()]));
    world.codes.receive(attemptId);
    await pollAttempt(world.ctx, attemptId, 'webhook');
    const { order, split } = await world.view(session);
    expect(order.state).toBe('paid');
    const parts = (split?.parts ?? []).map(({ attemptId: id, principal }) => ({ id, principal }));
    const at = (id: string) => (id === attemptId ? world.codes : world.cards);
    for (const { id, principal } of parts) {
      at(id).giveBack(id, principal, 'chargeback');
      await pollAttempt(world.ctx, id, 'webhook');
    }
    for (const { id, principal } of parts) {
      Object.assign(at(id).giveBack(id, principal, 'chargeback-won'), { id: 'one-name-at-both' });
      await pollAttempt(world.ctx, id, 'webhook');
    }
    expect((await books()).filter((line) => line.startsWith('dispute-won'))).toEqual([
      'dispute-won-principal 60000',
      'dispute-won-principal 54000',
    ]);
  });

  test('above its disputed amount takes nothing of another dispute', async () => {
    const { session, quote } = await world.buyer();
    const { attemptId } = accepted(await world.payWith(session, quote, [card(60_000n), code()]));
    world.codes.receive(attemptId);
    await pollAttempt(world.ctx, attemptId, 'webhook');
    const cardId =
      (await world.view(session)).split?.parts.find(({ attemptId: id }) => id !== attemptId)?.attemptId ?? '';
    world.codes.giveBack(attemptId, 20_000n, 'chargeback');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    world.cards.giveBack(cardId, 20_000n, 'chargeback');
    world.cards.giveBack(cardId, 20_001n, 'chargeback-won');
    await pollAttempt(world.ctx, cardId, 'webhook');
    expect((await books()).slice(-2)).toEqual(['dispute-won-principal 20000', 'dispute-won-excess 1']);
    expect((await world.view(session)).order).toMatchObject({ state: 'paid', returned: 20_000n });
  });

  test.each([
    ['the oldest that come to no more, together', [20_000n, 10_000n, 40_000n], 35_000n, [40_000n]],
    ['all of them, where they come to just that', [20_000n, 10_000n, 40_000n], 70_000n, []],
    ['all of them, where they come to less', [20_000n, 10_000n], 30_001n, []],
    ['the older one, where both are too much', [20_000n, 10_000n], 25_000n, [10_000n]],
    ['none, where each is more', [20_000n, 10_000n], 5_000n, [10_000n, 20_000n]],
  ])('of several disputes and of an amount of none of them ends %s', async (_which, disputes, won, left) => {
    const { attemptId } = await paid();
    for (const amount of disputes) {
      world.clock.advance(60_000);
      world.cards.giveBack(attemptId, amount, 'chargeback');
      await pollAttempt(world.ctx, attemptId, 'webhook');
    }
    world.cards.giveBack(attemptId, won, 'chargeback-won');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    const open = await database.db
      .selectFrom('reconciliation_exceptions')
      .select('amount')
      .where('state', '=', 'open')
      .execute();
    expect(open.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual(left.map(Number));
  });
});
