import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { bookOf, card, createSplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { orderOfSession } from '../../orders/index.server.ts';
import { type ViewContext, refreshOnView } from './refresh-on-view.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let crashes: string | null;
let warned: unknown[];
beforeEach(async () => {
  crashes = null;
  warned = [];
  database = await createTestDatabase();
  world = createDomainWorld(database, {
    log: { info: () => undefined, warn: (...line) => void warned.push(line), error: () => undefined },
    crashPoint: (point) => {
      if (point === crashes) throw new Error('The database is away');
    },
  });
});
afterEach(() => database.close());

const broken = () => invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });

async function viewOf({ id }: { readonly id: string }) {
  const view = await orderOfSession(world.ctx, id);
  if (!view) throw new Error('There is no order');
  return view;
}

/** A buyer who waits in front of a payment; how they look at it, and what its row says. */
async function waiting(mood: typeof world.gateway.behavior, method = 'at-once') {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = mood;
  await world.pay(session, quote, { method }).catch(() => undefined);
  const view = await viewOf(session);
  return {
    session,
    attemptId: view.attempts[0]?.id ?? '',
    check: async (check?: ViewContext) => refreshOnView(world.ctx, await viewOf(session), check),
    state: async () => (await viewOf(session)).order.state,
    row: () => database.db.selectFrom('attempts').selectAll().executeTakeFirstOrThrow(),
  };
}

const seconds = (count: number) => world.clock.advance(count * 1000);

describe('a buyer’s view of the payment', () => {
  test('shows a payment whose answer was lost with the database, without waiting for a job', async () => {
    crashes = 'pay-after-gateway';
    const buyer = await waiting('capture');
    expect((await buyer.row()).state).toBe('created');
    // Its call may still be running.
    expect([await buyer.check(), world.gateway.finds]).toEqual([false, 0]);
    seconds(11);
    expect([await buyer.check(), await buyer.state()]).toEqual([true, 'paid']);
    expect([await buyer.check(), world.gateway.finds]).toEqual([false, 1]);
    expect(await broken()).toEqual([]);
  });

  test('shows at once how a charge ended that its gateway did not answer', async () => {
    const buyer = await waiting('silent-after');
    expect([await buyer.check(), await buyer.state()]).toEqual([true, 'paid']);
    expect(await broken()).toEqual([]);
  });

  test('polls once in five seconds, however often it is opened', async () => {
    const buyer = await waiting('silent-before');
    await Promise.all([buyer.check(), buyer.check(), buyer.check()]);
    expect(world.gateway.finds).toBe(1);
    seconds(5);
    await buyer.check();
    expect(world.gateway.finds).toBe(2);
    world.gateway.appear(buyer.attemptId, 'processing');
    expect([await buyer.check(), (await buyer.row()).state]).toEqual([false, 'unknown']);
    world.gateway.book.clear();
    expect(await broken()).toEqual([]);
  });

  test('that learns nothing changes neither the job’s pauses nor its counts', async () => {
    const buyer = await waiting('silent-before');
    const before = await buyer.row();
    for (let again = 0; again < 20; again += 1) {
      seconds(5);
      expect(await buyer.check()).toBe(false);
    }
    expect(await buyer.row()).toEqual(before);
    world.gateway.isReachable = false;
    seconds(5);
    expect(await buyer.check()).toBe(false);
    expect(world.gateway.finds).toBe(21);
    expect(await broken()).toEqual([]);
  });

  test('of a code polls only on return, and once in fifteen seconds', async () => {
    const buyer = await waiting('await', 'by-code');
    expect([await buyer.check(), world.gateway.finds]).toEqual([false, 0]);
    await buyer.check({ isBack: true });
    expect([await buyer.state(), world.gateway.finds]).toEqual(['open', 1]);
    // Its notification is lost.
    world.gateway.receive(buyer.attemptId);
    seconds(5);
    await buyer.check({ isBack: true });
    expect([await buyer.state(), world.gateway.finds]).toEqual(['open', 1]);
    seconds(10);
    expect([await buyer.check({ isBack: true }), await buyer.state()]).toEqual([true, 'paid']);
    expect(await broken()).toEqual([]);
  });

  test('without a database shows nothing new, and nothing fails', async () => {
    const buyer = await waiting('silent-after');
    crashes = 'facts-before-commit';
    expect([await buyer.check(), await buyer.state()]).toEqual([false, 'open']);
    const error = new Error('The database is away');
    expect(warned).toEqual([['check-failed', { attemptId: buyer.attemptId, error }]]);
    crashes = null;
    seconds(5);
    expect([await buyer.check(), await buyer.state()]).toEqual([true, 'paid']);
    expect(await broken()).toEqual([]);
  });

  test('does not read the database for a final attempt, nor fail for a missing one', async () => {
    const buyer = await waiting('capture');
    let reads = 0;
    const ctx = {
      ...world.ctx,
      get db() {
        reads += 1;
        return database.db;
      },
    };
    const { attempts } = await viewOf(buyer.session);
    const of = (id: string, state: 'captured' | 'awaiting-buyer' | 'unknown') => ({
      attempts: attempts.map((one) => ({ ...one, id, state })),
    });
    expect(await refreshOnView(ctx, of(buyer.attemptId, 'captured'), { isBack: true })).toBe(false);
    expect(await refreshOnView(ctx, of(buyer.attemptId, 'awaiting-buyer'))).toBe(false);
    expect(reads).toBe(0);
    expect(await refreshOnView(ctx, of(buyer.attemptId, 'unknown'))).toBe(false);
    expect(await refreshOnView(ctx, of('att_none', 'unknown'))).toBe(false);
    expect([reads > 0, world.gateway.finds, warned]).toEqual([true, 0, []]);
  });

  test('of an attempt that awaits its buyer, or is superseded, does not poll', async () => {
    const buyer = await waiting('await', 'by-code');
    const view = await viewOf(buyer.session);
    const stale = { attempts: view.attempts.map((one) => ({ ...one, state: 'unknown' as const })) };
    expect([await refreshOnView(world.ctx, stale), world.gateway.finds]).toEqual([false, 0]);
    await database.db.updateTable('attempts').set({ superseded: true }).execute();
    expect([await buyer.check({ isBack: true }), world.gateway.finds]).toEqual([false, 0]);
  });

  test('of a charge begun ten seconds ago polls it', async () => {
    freezeClock();
    crashes = 'pay-after-gateway';
    const buyer = await waiting('capture');
    world.clock.advance(9_999);
    expect([await buyer.check(), world.gateway.finds]).toEqual([false, 0]);
    world.clock.advance(1);
    expect([await buyer.check(), world.gateway.finds]).toEqual([true, 1]);
  });

  test('of parts that wait for their turn, or are held, does not poll', async () => {
    const split = createSplitWorld(database);
    const { session, quote } = await split.buyer();
    split.cards.behaviors.push('challenge');
    accepted(await split.payWith(session, quote, [card(60_000n), card()]));
    split.clock.advance(60_000);
    expect((await split.view(session)).attempts.map(({ state }) => state)).toContain('created');
    expect([await refreshOnView(split.ctx, await split.view(session)), split.cards.finds]).toEqual([false, 0]);
    const other = await split.buyer();
    split.cards.behaviors.push('capture', 'decline');
    accepted(await split.payWith(other.session, other.quote, [card(60_000n), card()]));
    const held = await split.view(other.session);
    expect(held.attempts.map(({ state }) => state)).toContain('authorized');
    expect([await refreshOnView(split.ctx, held, { isBack: true }), split.cards.finds]).toEqual([false, 0]);
  });
});
