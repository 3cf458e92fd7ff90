import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { orderById } from '../../orders/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import {
  applyGatewayFact,
  pollAttempt,
  expireHold,
  advanceSplitOrder,
  sweepAttempts,
  sweepExpiredHolds,
} from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
let said: unknown[];
let reported: string[];
let jobs: unknown[];
beforeEach(async () => {
  freezeClock();
  database = await createTestDatabase();
  [said, reported, jobs] = [[], [], []];
  world = createSplitWorld(database, {
    log: { info: (...line) => void said.push(line), warn: () => undefined, error: (...line) => void said.push(line) },
    jobs: {
      send: async (_db, job, data, ...when) => {
        jobs.push([job, data, ...when]);
        world.sent.push({ job, data });
      },
    },
    signals: { orderChanged: (orderId) => void reported.push(orderId), onOrder: () => () => undefined },
  });
});
afterEach(() => world.end());

const minute = 60_000;
const later = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);
const orderOf = (orderId: string) => orderById(database.db, orderId);

function forget(): void {
  for (const list of [said, reported, jobs]) list.length = 0;
}

/** One card is reserved, the other was refused. */
async function half(voucher = '') {
  const { session } = await world.buyer();
  const quote = accepted(await currentQuote(world.ctx, session, { voucher }));
  world.cards.behaviors.push('capture', 'decline');
  const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
  const { attempts } = await world.view(session);
  const held = attempts.find(({ state }) => state === 'authorized')?.id ?? '';
  forget();
  return { session, quote, orderId, held };
}

/** A card is reserved, and the code for the rest is open. */
async function withCode() {
  const { session, quote } = await world.buyer();
  const { orderId, attemptId } = accepted(await world.payWith(session, quote, [card(64_000n), code()]));
  forget();
  return { session, quote, orderId, codeId: attemptId };
}

describe('an order with an expired hold', () => {
  test('is published and logged; its voucher is released; nothing is refunded where nothing was captured', async () => {
    const { orderId, held } = await half('last-one');
    const used = database.db.selectFrom('vouchers').select('used');
    expect(await used.execute()).toEqual([{ used: 1n }]);
    world.clock.advance(15 * minute);
    expect(await expireHold(world.ctx, orderId)).toBe(true);
    expect([said, reported]).toEqual([[['order-undone', { orderId }]], [orderId]]);
    expect(jobs).toEqual([['void-attempt', { attemptId: held }]]);
    expect(await used.execute()).toEqual([{ used: 0n }]);
    expect(await database.db.selectFrom('refund_requests').selectAll().execute()).toEqual([]);
    const letters = database.db.selectFrom('emails').select(['order_id', 'kind', 'dedup']);
    expect(await letters.execute()).toEqual([{ order_id: orderId, kind: 'order-undone', dedup: '' }]);
    const events = database.db.selectFrom('outbox_events').select(['order_id', 'dedup', 'payload', 'created_at']);
    expect(await events.where('type', '=', 'order-undone').execute()).toMatchObject([
      { order_id: orderId, dedup: '', payload: { amount: 102_000, currency: 'BRL' }, created_at: world.clock.now() },
    ]);
    forget();
    expect(await expireHold(world.ctx, orderId)).toBe(false);
    expect([said, reported, jobs]).toEqual([[], [], []]);
    await world.runJobs();
  });

  test('that is missing changes nothing', async () => {
    expect(await expireHold(world.ctx, 'ord_none')).toBe(false);
  });

  test('and captured money refunds all of it, and closes its underpayment task', async () => {
    const { orderId, codeId } = await withCode();
    world.codes.receive(codeId, 30_000n);
    await pollAttempt(world.ctx, codeId, 'webhook');
    const held = { state: 'partly-paid', received: 30_000n, holdExpiresAt: later(900) };
    expect(await orderOf(orderId)).toMatchObject(held);
    const letters = database.db.selectFrom('emails').select('kind').where('kind', '=', 'order-underpaid');
    expect(await letters.execute()).toEqual([]);
    await database.db
      .insertInto('reconciliation_exceptions')
      .values({
        ...{ id: 'brk_open', kind: 'underpaid', order_id: orderId, attempt_id: codeId, movement_id: 'received-30000' },
        ...{ amount: 84_000n, currency: 'BRL', task: 'collect-or-refund', state: 'open', refund_reference: null },
        ...{ created_at: world.clock.now(), resolved_at: null },
      })
      .execute();
    world.clock.advance(15 * minute);
    expect(await sweepExpiredHolds(world.ctx)).toBe(1);
    const [request] = await database.db.selectFrom('refund_requests').selectAll().execute();
    expect(request).toMatchObject({ order_id: orderId, amount: 30_000n, reason: 'hold-expired' });
    expect(request?.id).toMatch(/^ref_/);
    const task = await database.db.selectFrom('reconciliation_exceptions').select(['state', 'resolved_at']).execute();
    expect(task).toEqual([{ state: 'resolved', resolved_at: world.clock.now() }]);
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
  });

  test('is not undone while a code of it may still be paid: its deadline moves to that code’s', async () => {
    const { session, quote, orderId } = await half();
    accepted(await world.payWith(session, quote, [code()]));
    const open = database.db.selectFrom('attempts').select('deadline_at').where('state', '=', 'awaiting-buyer');
    const { deadline_at: deadline } = await open.executeTakeFirstOrThrow();
    world.clock.advance(15 * minute);
    forget();
    expect(await expireHold(world.ctx, orderId)).toBe(false);
    expect([await orderOf(orderId), reported]).toMatchObject([{ state: 'open', holdExpiresAt: deadline }, []]);
  });

  test('voids a part once, whoever requested that before', async () => {
    const { orderId, held } = await half();
    const attempt = database.db.updateTable('attempts').where('id', '=', held);
    await attempt.set({ superseded: true, void_state: 'requested' }).execute();
    world.clock.advance(15 * minute);
    expect(await expireHold(world.ctx, orderId)).toBe(true);
    expect(jobs).toEqual([]);
    world.sent.push({ job: 'void-attempt', data: { attemptId: held } });
    await world.runJobs();
  });

  test('opens no second hold window, whatever its parts report', async () => {
    const { orderId, held } = await half();
    world.clock.advance(15 * minute);
    await expireHold(world.ctx, orderId);
    const { holdExpiresAt } = (await orderOf(orderId)) ?? {};
    world.clock.advance(minute);
    forget();
    const fact = { state: 'authorized', movements: [], at: new Date() } as const;
    const { mustAdvanceSplit } = await applyGatewayFact(world.ctx, held, fact, 'check');
    expect([mustAdvanceSplit, jobs, (await orderOf(orderId))?.holdExpiresAt]).toEqual([false, [], holdExpiresAt]);
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
  });
});

describe('split parts of a held order', () => {
  test('schedule nothing where no part is to be begun or captured: the buyer has fifteen minutes', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'challenge');
    const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    const asked = (await world.view(session)).attempts.find(({ state }) => state === 'awaiting-buyer')?.id ?? '';
    world.cards.answer(asked, 'declined');
    forget();
    expect(await pollAttempt(world.ctx, asked, 'check')).toMatchObject({ state: 'declined', mustAdvanceSplit: false });
    expect(jobs).toEqual([['expire-hold', { orderId }, { startAfterSeconds: 900 }]]);
  });

  test('are captured once all are authorized, each by a job of its own that begins anew', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('challenge', 'challenge');
    const { attemptId, orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    const reserved = { state: 'authorized', movements: [], at: new Date() } as const;
    world.cards.answer(attemptId, 'authorized');
    await applyGatewayFact(world.ctx, attemptId, reserved, 'check');
    await advanceSplitOrder(world.ctx, orderId);
    const second = (await world.view(session)).attempts.find(({ state }) => state === 'awaiting-buyer')?.id ?? '';
    world.cards.answer(second, 'authorized');
    world.clock.advance(minute);
    forget();
    expect(await applyGatewayFact(world.ctx, second, reserved, 'check')).toMatchObject({ mustAdvanceSplit: true });
    const wanted = { capture_requested: true, checks: 0, next_check_at: later(5) };
    const attempts = database.db.selectFrom('attempts').selectAll().orderBy('number');
    expect(await attempts.execute()).toMatchObject([wanted, wanted]);
    const soon = { startAfterSeconds: 5 };
    const both = [attemptId, second].map((id) => ['resolve-attempt', { attemptId: id }, soon]);
    expect(jobs).toEqual(both);
    await applyGatewayFact(world.ctx, second, reserved, 'check');
    expect(jobs).toEqual(both);
    await world.runJobs();
    expect((await orderOf(orderId))?.state).toBe('paid');
  });

  test('authorized above the price are voided: a card that was given up for lost is authorized after all', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('silent-before');
    const { attemptId: lost } = accepted(await world.payWith(session, quote, [card(100_000n), card()]));
    world.clock.advance(2 * minute);
    for (let looks = 0; looks < 3; looks += 1) await pollAttempt(world.ctx, lost, 'check');
    const states = (await world.view(session)).attempts.map(({ state }) => state);
    expect(states.toSorted((a, b) => a.localeCompare(b))).toEqual(['failed', 'voided']);
    const thirty = card(30_000n);
    const { orderId } = accepted(await world.payWith(session, quote, [thirty, thirty, code()]));
    world.cards.appear(lost, 'authorized', { amount: 100_000n, currency: 'BRL' });
    forget();
    await applyGatewayFact(world.ctx, lost, { state: 'authorized', movements: [], at: new Date() }, 'check');
    const attempts = database.db.selectFrom('attempts').select(['superseded', 'capture_requested']).orderBy('number');
    const taken = { superseded: false, capture_requested: true };
    const left = { superseded: false, capture_requested: false };
    const voids = { superseded: true, capture_requested: false };
    expect(await attempts.execute()).toEqual([taken, left, taken, voids, left]);
    await advanceSplitOrder(world.ctx, orderId);
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: 114_000n, reserved: 0n });
  });

  test('are held until the first deadline, whatever is declined after', async () => {
    const { session, quote, orderId } = await half();
    const promised = (await orderOf(orderId))?.holdExpiresAt;
    world.clock.advance(5 * minute);
    world.cards.behaviors.push('decline');
    accepted(await world.payWith(session, quote, [card()]));
    expect((await orderOf(orderId))?.holdExpiresAt).toEqual(promised);
    expect(jobs).not.toContainEqual(['expire-hold', expect.anything(), expect.anything()]);
  });

  test('with a shorter authorization are voided at its end, not a moment before', async () => {
    world.cards.holdSeconds = 600;
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'challenge');
    const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    const asked = (await world.view(session)).attempts.find(({ state }) => state === 'awaiting-buyer')?.id ?? '';
    world.cards.answer(asked, 'declined');
    world.clock.advance(500);
    await pollAttempt(world.ctx, asked, 'check');
    expect(jobs).toContainEqual(['expire-hold', { orderId }, { startAfterSeconds: 600 }]);
  });

  test('with an expired one are held for fifteen minutes from then', async () => {
    const { orderId } = await withCode();
    world.clock.advance(32 * minute);
    await sweepAttempts(world.ctx);
    expect((await orderOf(orderId))?.holdExpiresAt).toEqual(later(900));
    expect(jobs).toContainEqual(['expire-hold', { orderId }, { startAfterSeconds: 900 }]);
    await world.runJobs();
  });
});
