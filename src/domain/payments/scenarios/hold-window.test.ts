import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { pollAttempt, expireHold, voidAttempt, sweepAttempts, sweepExpiredHolds } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const minute = 60_000;
const price = 114_000n;

async function letters(orderId: string): Promise<string[]> {
  const sent = await database.db.selectFrom('emails').select('kind').where('order_id', '=', orderId).execute();
  return sent.map(({ kind }) => kind).toSorted();
}

describe('a declined part of a split', () => {
  test('after an authorized one opens a hold of fifteen minutes, and another card completes the order', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'decline');
    const answer = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    expect(answer).toMatchObject({ state: 'declined', split: { standing: 'held', held: 60_000, owed: 54_000 } });
    const held = await world.view(session);
    const left = (held.order.holdExpiresAt?.getTime() ?? 0) - world.clock.now().getTime();
    expect(left).toBeGreaterThan(14 * minute);
    expect(left).toBeLessThanOrEqual(15 * minute);
    expect(held.split?.heldUntil).toEqual(held.order.holdExpiresAt);
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 60_000n });

    expect(await world.payWith(session, quote, [card(60_000n)])).toMatchObject({
      ok: false,
      error: { code: 'tenders-do-not-sum' },
    });
    const rescued = accepted(await world.payWith(session, quote, [card()]));
    expect(rescued.split?.standing).toBe('paid');
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
    expect((await world.view(session)).order.state).toBe('paid');
  });

  test('opens no hold longer than the gateway’s authorization', async () => {
    world.cards.holdSeconds = 10 * 60;
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'decline');
    accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    const { split } = await world.view(session);
    expect(split?.heldUntil?.getTime()).toBeLessThanOrEqual(world.clock.now().getTime() + 10 * minute);
  });

  test('replaced by a code: the authorization is held until the code is paid', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'decline');
    accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    const waiting = accepted(await world.payWith(session, quote, [code()]));
    expect(waiting).toMatchObject({ state: 'awaiting-buyer', split: { standing: 'waits-for-buyer', owed: 0 } });
    world.clock.advance(20 * minute);
    expect(await expireHold(world.ctx, waiting.orderId)).toBe(false);
    world.codes.receive(waiting.attemptId);
    await pollAttempt(world.ctx, waiting.attemptId, 'webhook');
    expect((await world.view(session)).order.state).toBe('paid');
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });

  test('T-39 not replaced: the authorization is voided, the buyer is informed, the order is closed, and its price is released', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'decline');
    const answer = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.clock.advance(14 * minute);
    expect(await expireHold(world.ctx, answer.orderId)).toBe(false);
    world.clock.advance(minute);
    expect(await sweepExpiredHolds(world.ctx)).toBeGreaterThan(0);
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
    const { order, split } = await world.view(session);
    expect(order.state).toBe('closed');
    expect(split).toMatchObject({ standing: 'undone', held: 0n });
    expect(await letters(answer.orderId)).toEqual(['order-undone']);
    expect(await expireHold(world.ctx, answer.orderId)).toBe(false);
    const again = accepted(await world.pay(session, quote));
    expect(again).toMatchObject({ state: 'captured' });
    expect(again.orderId).not.toBe(answer.orderId);
  });

  test('with a void that times out has the void repeated until it is answered', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'decline');
    const answer = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.cards.silentReleases = 2;
    world.clock.advance(15 * minute);
    await sweepExpiredHolds(world.ctx);
    await expect(world.runJobs()).rejects.toThrow('silent');
    expect(world.sandbox().reserved).toBe(60_000n);
    const left = await database.db
      .selectFrom('attempts')
      .select('id')
      .where('order_id', '=', answer.orderId)
      .where('void_state', '=', 'requested')
      .execute();
    expect(left).toHaveLength(1);
    world.sent.push({ job: 'void-attempt', data: { attemptId: left[0]?.id ?? '' } });
    await expect(world.runJobs()).rejects.toThrow('silent');
    world.sent.push({ job: 'void-attempt', data: { attemptId: left[0]?.id ?? '' } });
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
  });
});

describe('an expired part of a split', () => {
  test('that is a code opens a hold of fifteen minutes for the card; a late capture still pays', async () => {
    const { session, quote } = await world.buyer();
    const answer = accepted(await world.payWith(session, quote, [card(64_000n), code()]));
    world.clock.advance(32 * minute);
    await sweepAttempts(world.ctx);
    expect((await world.view(session)).split).toMatchObject({ standing: 'held', owed: 50_000n });
    world.codes.receive(answer.attemptId);
    await pollAttempt(world.ctx, answer.attemptId, 'webhook');
    await world.runJobs();
    expect((await world.view(session)).order.state).toBe('paid');
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });

  test('that is paid after the order was undone is refunded', async () => {
    const { session, quote } = await world.buyer();
    const answer = accepted(await world.payWith(session, quote, [card(64_000n), code()]));
    world.clock.advance(32 * minute);
    await sweepAttempts(world.ctx);
    world.clock.advance(15 * minute);
    expect(await expireHold(world.ctx, answer.orderId)).toBe(true);
    world.codes.receive(answer.attemptId);
    await pollAttempt(world.ctx, answer.attemptId, 'webhook');
    await world.runJobs();
    expect((await world.view(session)).order.state).toBe('closed');
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
  });

  test('that was voided, contradicted and authorized after all is voided with the rest of its order', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('silent-before');
    const { attemptId, orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.cards.appear(attemptId, 'processing', { amount: 60_000n, currency: 'BRL' });
    world.clock.advance(32 * minute);
    await sweepAttempts(world.ctx);
    await expect(world.runJobs()).rejects.toThrow('processing');
    world.cards.contradicts = 1;
    await pollAttempt(world.ctx, attemptId, 'check');
    await voidAttempt(world.ctx, attemptId);
    world.cards.appear(attemptId, 'authorized', { amount: 60_000n, currency: 'BRL' });
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect((await world.view(session)).split).toMatchObject({ standing: 'held', held: 60_000n });
    world.clock.advance(15 * minute);
    expect(await expireHold(world.ctx, orderId)).toBe(true);
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
  });

  test('that is authorized before its void is kept for its order', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('silent-before');
    const { attemptId } = accepted(await world.payWith(session, quote, [card(60_000n), code()]));
    world.cards.appear(attemptId, 'processing', { amount: 60_000n, currency: 'BRL' });
    world.clock.advance(32 * minute);
    await sweepAttempts(world.ctx);
    world.cards.appear(attemptId, 'authorized', { amount: 60_000n, currency: 'BRL' });
    await pollAttempt(world.ctx, attemptId, 'webhook');
    await world.runJobs();
    expect((await world.view(session)).split).toMatchObject({ standing: 'waits-for-buyer', held: 60_000n });
    const waiting = (await world.view(session)).attempts.find(({ state }) => state === 'awaiting-buyer');
    world.codes.receive(waiting?.id ?? '');
    await pollAttempt(world.ctx, waiting?.id ?? '', 'webhook');
    expect((await world.view(session)).order.state).toBe('paid');
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });
});
