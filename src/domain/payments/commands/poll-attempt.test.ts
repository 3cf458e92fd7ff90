import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { pollAttempt, resolveAttempt, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
let jobs: unknown[];
let said: unknown[];
let crashes: string | null;
beforeEach(async () => {
  freezeClock();
  database = await createTestDatabase();
  [jobs, said, crashes] = [[], [], null];
  world = createSplitWorld(database, {
    jobs: { send: async (_db, ...asked) => void jobs.push(asked) },
    log: { info: (...line) => void said.push(line), warn: () => undefined, error: (...line) => void said.push(line) },
    crashPoint: (point) => {
      if (point === crashes) throw new Error(crashes);
    },
  });
});
afterEach(() => world.end());

const later = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);

async function row(attemptId: string) {
  return database.db.selectFrom('attempts').selectAll().where('id', '=', attemptId).executeTakeFirstOrThrow();
}

/** One tender of the whole price; nothing is remembered of how it was begun. */
async function begun(tender = card()) {
  const { session, quote } = await world.buyer();
  const { attemptId, orderId } = accepted(await world.payWith(session, quote, [tender]));
  jobs.length = 0;
  said.length = 0;
  return { session, quote, attemptId, orderId };
}

/** A card whose company works on it. */
async function underWay() {
  world.cards.behaviors.push('silent-before');
  const asked = await begun();
  world.cards.appear(asked.attemptId, 'processing');
  return asked;
}

describe('a gateway that repeats a known fact', () => {
  test('delays the next poll of the job; a buyer’s poll changes nothing', async () => {
    const { attemptId } = await underWay();
    await pollAttempt(world.ctx, attemptId, 'check');
    const first = await row(attemptId);
    expect(first).toMatchObject({ state: 'processing', checks: 0, next_check_at: later(5) });
    world.clock.advance(1_000);
    expect(await pollAttempt(world.ctx, attemptId, 'buyer')).toBeNull();
    expect(await row(attemptId)).toEqual(first);
    expect(await pollAttempt(world.ctx, attemptId, 'check')).toMatchObject({ state: 'processing' });
    expect(await row(attemptId)).toMatchObject({ checks: 1, next_check_at: later(10) });
    world.cards.appear(attemptId, 'declined');
    expect(await pollAttempt(world.ctx, attemptId, 'buyer')).toMatchObject({ state: 'declined' });
  });

  test('and reports money beside it updates the buyer’s page', async () => {
    const { session, attemptId } = await begun(code());
    const movement = world.codes.receive(attemptId, 100_000n);
    const fact = { state: 'awaiting-buyer', movements: [movement], at: new Date() } as const;
    world.codes.find = async () => ({ kind: 'fact', fact });
    expect(await pollAttempt(world.ctx, attemptId, 'buyer')).not.toBeNull();
    expect((await world.view(session)).order).toMatchObject({ state: 'partly-paid', received: 100_000n });
  });

  test('and has a bank slip ready updates the buyer’s page and sends the slip by e-mail', async () => {
    const start = world.codes.start.bind(world.codes);
    world.codes.start = async (charge) => {
      const answer = await start(charge);
      return answer.kind === 'fact'
        ? { kind: 'fact', fact: { ...answer.fact, instructions: { pending: true } } }
        : answer;
    };
    const { attemptId, orderId } = await begun(code());
    const letters = database.db.selectFrom('emails').select(['order_id', 'kind', 'dedup']);
    expect(await letters.execute()).toEqual([]);
    await pollAttempt(world.ctx, attemptId, 'buyer');
    expect((await row(attemptId)).instructions).toMatchObject({ code: `codes-${attemptId}` });
    expect(await letters.execute()).toEqual([{ order_id: orderId, kind: 'payment-instructions', dedup: attemptId }]);
  });
});

describe('an authorization', () => {
  test('of the whole price is captured by the first poll', async () => {
    world.cards.behaviors.push('authorize');
    const { session, attemptId } = await begun();
    await resolveAttempt(world.ctx, attemptId);
    expect((await world.view(session)).order.state).toBe('paid');
  });

  test('is left to a gateway that captures by itself', async () => {
    world.cards.behaviors.push('authorize');
    const { attemptId } = await begun();
    Object.assign(world.cards, { capture: undefined });
    await resolveAttempt(world.ctx, attemptId);
    expect([(await row(attemptId)).state, world.cards.finds]).toEqual(['authorized', 1]);
  });

  test.each([
    ['for the whole price', [card()]],
    ['for its last part', [card(60_000n), card()]],
  ])(
    '%s, whose capture is declined, is not waited for any longer: the buyer may pay otherwise',
    async (_which, tenders) => {
      const { session, quote } = await world.buyer();
      world.cards.behaviors.push('authorize', 'authorize');
      crashes = 'capture-before-gateway';
      await world.payWith(session, quote, tenders).catch(() => undefined);
      crashes = null;
      const last = (await world.view(session)).attempts.at(-1)?.id ?? '';
      expect((await row(last)).state).toBe('authorized');
      world.cards.refusesCapture = true;
      await resolveAttempt(world.ctx, last);
      expect(await row(last)).toMatchObject({ state: 'voided', decline_code: 'no-limit' });
      world.cards.refusesCapture = false;
      for (const { id } of (await world.view(session)).attempts) await resolveAttempt(world.ctx, id);
      expect(accepted(await world.payWith(session, quote, [code()])).state).toBe('awaiting-buyer');
    },
  );
});

describe('the poll job of an attempt', () => {
  test('is repeated while the outcome is undecided, and reports that it was the one who learned it', async () => {
    const { attemptId } = await underWay();
    world.cards.isReachable = false;
    await resolveAttempt(world.ctx, attemptId);
    expect([jobs, said]).toEqual([[['resolve-attempt', { attemptId }, { startAfterSeconds: 10 }]], []]);
    world.cards.isReachable = true;
    world.cards.receive(attemptId);
    jobs.length = 0;
    await resolveAttempt(world.ctx, attemptId);
    const moved = { attemptId, from: 'unknown', state: 'captured', declineCode: null, source: 'check' };
    expect([jobs, said]).toEqual([[], [['attempt-moved', moved]]]);
    await resolveAttempt(world.ctx, attemptId);
    expect([jobs, world.cards.finds]).toEqual([[], 2]);
  });

  test('does nothing without its attempt, and fails without its gateway', async () => {
    await resolveAttempt(world.ctx, 'att_none');
    expect(await pollAttempt(world.ctx, 'att_none', 'check')).toBeNull();
    expect(jobs).toEqual([]);
    const { attemptId } = await underWay();
    const ctx = { ...world.ctx, gateways: { ...world.ctx.gateways, byId: () => null } };
    await expect(pollAttempt(ctx, attemptId, 'check')).rejects.toThrow(`${attemptId} names the gateway cards`);
  });

  test('is not scheduled for a final attempt, and writes nothing there', async () => {
    const { attemptId } = await begun();
    const before = await row(attemptId);
    world.cards.isReachable = false;
    expect(await pollAttempt(world.ctx, attemptId, 'check')).toBeNull();
    expect(await row(attemptId)).toEqual(before);
  });
});

describe('a sweep of polls', () => {
  test('leases each attempt for two minutes, continues after a failure, and names it', async () => {
    const [one, other] = [await begun(code()), await begun(code())];
    world.clock.advance(32 * 60_000);
    const unreadable = new Error('unreadable');
    const find = world.codes.find.bind(world.codes);
    world.codes.find = async (charge) => {
      expect(await row(charge.attemptId)).toMatchObject({ checks: 0, next_check_at: later(120) });
      if (charge.attemptId === one.attemptId) throw unreadable;
      return find(charge);
    };
    expect(await sweepAttempts(world.ctx)).toBe(2);
    const moved = { attemptId: other.attemptId, from: 'awaiting-buyer', state: 'expired', declineCode: null };
    expect(said).toHaveLength(3);
    expect(said).toEqual(
      expect.arrayContaining([
        ['check-failed', { attemptId: one.attemptId, error: unreadable }],
        ['attempt-overdue', { attemptId: one.attemptId, state: 'awaiting-buyer' }],
        ['attempt-moved', { ...moved, source: 'deadline' }],
      ]),
    );
    expect(await row(one.attemptId)).toMatchObject({ state: 'awaiting-buyer', checks: 1, not_found: 0 });
    expect(await sweepAttempts(world.ctx)).toBe(0);
  });

  test('marks an expired attempt at its deadline, and not before', async () => {
    const { attemptId } = await begun(code());
    world.codes.isReachable = false;
    world.clock.advance((await row(attemptId)).deadline_at.getTime() - world.clock.now().getTime() - 1);
    await sweepAttempts(world.ctx);
    expect(said).toEqual([]);
    world.clock.advance(1);
    await pollAttempt(world.ctx, attemptId, 'deadline');
    expect(said).toEqual([['attempt-overdue', { attemptId, state: 'awaiting-buyer' }]]);
  });

  test('keeps what it learned where the next step fails: that is reported, and a job continues', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('challenge');
    const { attemptId, orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.cards.answer(attemptId, 'authorized');
    crashes = 'part-claimed';
    said.length = 0;
    expect(await pollAttempt(world.ctx, attemptId, 'check')).toMatchObject({
      state: 'authorized',
      mustAdvanceSplit: true,
    });
    expect(said).toContainEqual(['advance-split-order-failed', { orderId, error: new Error('part-claimed') }]);
  });
});
