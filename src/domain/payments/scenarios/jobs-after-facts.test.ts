import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { applyGatewayFact, pollAttempt } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
let jobs: unknown[];
let said: unknown[];
let reported: string[];
let points: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  [jobs, said, reported, points] = [[], [], [], []];
  world = createSplitWorld(database, {
    jobs: { send: async (_db, ...asked) => void jobs.push(asked) },
    log: { info: (...line) => void said.push(line), warn: () => undefined, error: (...line) => void said.push(line) },
    signals: { orderChanged: (orderId) => void reported.push(orderId), onOrder: () => () => undefined },
    crashPoint: (name) => void points.push(name),
  });
});
afterEach(() => world.end());

const seconds = (count: number) => ({ startAfterSeconds: count });
const later = (count: number) => new Date(world.clock.now().getTime() + count * 1000);

/** Forgets the signals so far. */
function forget(): void {
  for (const list of [jobs, said, reported, points]) list.length = 0;
}

async function attempts() {
  return database.db.selectFrom('attempts').selectAll().orderBy('number').execute();
}

describe('a gateway fact', () => {
  test('is published each time, and logged once the attempt moved', async () => {
    const { session, quote } = await world.buyer();
    const { attemptId, orderId } = accepted(await world.payWith(session, quote, [code()]));
    world.codes.receive(attemptId);
    forget();
    await pollAttempt(world.ctx, attemptId, 'check');
    const moved = { attemptId, from: 'awaiting-buyer', state: 'captured', declineCode: null, source: 'check' };
    expect([said, reported, points]).toEqual([
      [['attempt-moved', moved]],
      [orderId],
      ['facts-before-commit', 'facts-after-commit'],
    ]);
    forget();
    await pollAttempt(world.ctx, attemptId, 'check');
    expect([said, reported]).toEqual([[], [orderId]]);
  });

  test('of an unknown attempt is refused', async () => {
    const fact = { state: 'captured', movements: [], at: new Date() } as const;
    await expect(applyGatewayFact(world.ctx, 'att_none', fact, 'check')).rejects.toThrow('No attempt att_none');
    expect(reported).toEqual([]);
  });

  test('runs its follow-up in the same transaction, and is undone when that fails', async () => {
    const { session, quote } = await world.buyer();
    const { attemptId, orderId } = accepted(await world.payWith(session, quote, [code()]));
    const movement = world.codes.receive(attemptId);
    const fact = { state: 'captured', movements: [movement], at: new Date() } as const;
    const fails = applyGatewayFact(world.ctx, attemptId, fact, 'check', async (_trx, applied) => {
      expect(applied).toEqual({
        ...{
          attemptId,
          orderId,
          from: 'awaiting-buyer',
          state: 'captured',
          declineCode: null,
          mustAdvanceSplit: false,
        },
      });
      throw new Error('no');
    });
    await expect(fails).rejects.toThrow('no');
    expect(await database.db.selectFrom('ledger_transfers').select('kind').execute()).toEqual([]);
    await pollAttempt(world.ctx, attemptId, 'check');
  });

  test('without news queues a poll of that attempt in five seconds', async () => {
    freezeClock();
    const { session, quote } = await world.buyer();
    world.codes.behavior = 'silent-before';
    const { attemptId } = accepted(await world.payWith(session, quote, [code()]));
    expect(jobs).toEqual([['resolve-attempt', { attemptId }, seconds(5)]]);
    expect((await attempts())[0]).toMatchObject({ state: 'unknown', next_check_at: later(5) });
  });

  test('of an unwanted authorization queues its void', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('challenge');
    const { attemptId } = accepted(await world.payWith(session, quote, [card()]));
    accepted(await world.payWith(session, quote, [code()]));
    await database.db.updateTable('attempts').set({ void_state: 'done' }).where('id', '=', attemptId).execute();
    world.cards.answer(attemptId, 'authorized');
    forget();
    await pollAttempt(world.ctx, attemptId, 'check');
    expect(jobs).toEqual([['void-attempt', { attemptId }]]);
    expect((await attempts())[0]).toMatchObject({ state: 'authorized', void_state: 'requested', superseded: true });
  });
});

describe('split parts', () => {
  test('are continued by a job after a crash: the next is begun, then all authorizations are captured', async () => {
    freezeClock();
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('challenge');
    const { attemptId, orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.cards.answer(attemptId, 'authorized');
    forget();
    const state = 'authorized';
    const { mustAdvanceSplit } = await applyGatewayFact(
      world.ctx,
      attemptId,
      { state, movements: [], at: new Date() },
      'check',
    );
    expect(mustAdvanceSplit).toBe(true);
    expect(jobs).toEqual([['advance-split-order', { orderId }, seconds(20)]]);
    const second = (await attempts())[1]?.id ?? '';
    forget();
    world.cards.isReachable = false;
    await pollAttempt({ ...world.ctx, signals: world.ctx.signals }, attemptId, 'check');
    expect(jobs).toEqual([]);
    world.cards.isReachable = true;
    await pollAttempt(world.ctx, attemptId, 'check');
    expect(world.cards.starts).toBe(2);
    const taken = { capture_requested: true, state: 'captured' };
    expect(await attempts()).toMatchObject([taken, taken]);
    expect(jobs.filter((job) => JSON.stringify(job).includes('resolve-attempt'))).toEqual(
      [attemptId, second].map((id) => ['resolve-attempt', { attemptId: id }, seconds(5)]),
    );
  });

  test('that are held while the rest is owed are voided fifteen minutes later, by a job of their order', async () => {
    freezeClock();
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'decline');
    const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    expect((await world.view(session)).order.holdExpiresAt).toEqual(later(900));
    expect(jobs).toContainEqual(['expire-hold', { orderId }, seconds(900)]);
    forget();
    accepted(await world.payWith(session, quote, [card()]));
    expect((await world.view(session)).order).toMatchObject({ state: 'paid', holdExpiresAt: null });
    expect(jobs.filter((job) => JSON.stringify(job).includes('expire-hold'))).toEqual([]);
  });
});
