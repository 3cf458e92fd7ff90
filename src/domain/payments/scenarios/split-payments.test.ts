import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { pollAttempt, supersedeOpenAttempts, sweepAttempts } from '../index.server.ts';

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

describe('two cards', () => {
  test('T-39 are both authorized, then both captured: one result, one receipt', async () => {
    const { session, quote } = await world.buyer();
    const answer = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    expect(answer.split).toMatchObject({ standing: 'paid', held: 114_000, owed: 0 });
    const { order, split } = await world.view(session);
    expect(order).toMatchObject({ state: 'paid', received: price });
    expect(split?.parts.map(({ principal, standing }) => [principal, standing])).toEqual([
      [60_000n, 'taken'],
      [54_000n, 'taken'],
    ]);
    expect(await letters(order.id)).toEqual(['order-paid']);
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });

  test('block a change of the order while one of them is reserved', async () => {
    const { session, quote } = await world.buyer();
    const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), code()]));
    const order = await orderById(database.db, orderId);
    if (!order) throw new Error('No order');
    expect(world.sandbox().reserved).toBe(60_000n);
    expect(await supersedeOpenAttempts(world.ctx, database.db, order)).toMatchObject({
      error: { code: 'attempt-open' },
    });
  });

  test('have their own installments per part', async () => {
    const { session, quote } = await world.buyer();
    const answer = accepted(await world.payWith(session, quote, [card(60_000n, 6), card(undefined, 12)]));
    expect(answer.split?.standing).toBe('paid');
    const { split } = await world.view(session);
    expect(split?.parts.map(({ installments, interest }) => [installments, interest])).toEqual([
      [6, 0n],
      [12, 0n],
    ]);
    const tooMany = await world.buyer();
    const refused = await world.payWith(tooMany.session, tooMany.quote, [card(1_000n, 12), card()]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'installments-not-offered' } });
  });

  test('with the first declined: the second is never charged, and nothing is held', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('decline');
    const answer = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    expect(answer).toMatchObject({
      state: 'declined',
      declineCode: 'no-limit',
      split: { standing: 'declined', held: 0 },
    });
    expect(world.cards.starts).toBe(1);
    expect(await world.view(session)).toMatchObject({
      order: { state: 'open', holdExpiresAt: null },
      split: { owed: price },
    });
  });

  test('with the second undecided: nothing is voided before its gateway answers, and then both are captured', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'silent-after');
    const answer = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    expect(answer.split?.standing).toBe('under-way');
    expect((await world.view(session)).order.holdExpiresAt).toBeNull();
    world.clock.advance(6_000);
    await world.runJobs();
    expect((await world.view(session)).order.state).toBe('paid');
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });

  test('with a bank challenge on the first part: the second waits until it is answered, and is charged once', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('challenge');
    const asked = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    expect(asked).toMatchObject({ state: 'awaiting-buyer', split: { standing: 'waits-for-buyer', owed: 0 } });
    expect(world.cards.starts).toBe(1);
    expect((await world.view(session)).split?.parts.map(({ standing }) => standing)).toEqual([
      'waits-for-buyer',
      'in-line',
    ]);
    world.cards.answer(asked.attemptId, 'authorized');
    await Promise.all([1, 2, 3, 4].map(() => pollAttempt(world.ctx, asked.attemptId, 'check')));
    await world.runJobs();
    expect(world.cards.starts).toBe(2);
    expect((await world.view(session)).order.state).toBe('paid');
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
    const sealed = await database.db
      .selectFrom('attempts')
      .select('id')
      .where('sealed_request', 'is not', null)
      .execute();
    expect(sealed).toEqual([]);
  });

  test('and a capture of an older code: the undecided part is voided, the next never begins', async () => {
    const { session, quote } = await world.buyer();
    const old = accepted(await world.payWith(session, quote, [code()]));
    world.cards.behaviors.push('challenge');
    accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.codes.receive(old.attemptId);
    await pollAttempt(world.ctx, old.attemptId, 'webhook');
    await world.runJobs();
    expect((await world.view(session)).order.state).toBe('paid');
    const open = await database.db.selectFrom('attempts').select('state').where('part', 'is not', null).execute();
    expect(open.map(({ state }) => state)).toEqual(['voided', 'voided']);
    expect(world.cards.starts).toBe(1);
  });

  test('with an unanswered bank challenge end the later parts', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('challenge');
    const asked = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.clock.advance(45 * minute);
    await sweepAttempts(world.ctx);
    await world.runJobs();
    expect(world.cards.starts).toBe(1);
    const { attempts, split } = await world.view(session);
    expect(split?.standing).toBe('declined');
    expect(attempts[0]).toMatchObject({ id: asked.attemptId });
  });

  test('in a double click and two tabs make one set of charges', async () => {
    const { session, quote } = await world.buyer();
    world.cards.delayMs = 5;
    const key = 'k'.repeat(30);
    const tenders = [card(60_000n), card()];
    const clicks = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        world.payWith(session, quote, tenders, index % 2 === 0 ? { idempotencyKey: key } : {}),
      ),
    );
    expect(clicks.some((click) => click.ok)).toBe(true);
    const refusals = clicks.flatMap((click) => (click.ok ? [] : [click.error.code]));
    expect(refusals.filter((word) => word !== 'attempt-open' && word !== 'order-paid')).toEqual([]);
    expect(world.cards.starts).toBe(2);
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
    expect((await world.view(session)).order.state).toBe('paid');
    // Any of the clicks may have been the one that paid, and another have taken the second card for it: a key says what it said.
    const ofKey = clicks.find((click, index) => click.ok && index % 2 === 0);
    const again = await world.payWith(session, quote, tenders, { idempotencyKey: key });
    expect(again).toMatchObject(ofKey ?? { ok: false, error: { code: 'order-paid' } });
  });
});

describe('a card and a code', () => {
  test('authorize the card first, whatever their order, and capture it when the code is paid', async () => {
    const { session, quote } = await world.buyer();
    const answer = accepted(await world.payWith(session, quote, [code(50_000n), card()]));
    expect(answer).toMatchObject({
      state: 'awaiting-buyer',
      split: { standing: 'waits-for-buyer', held: 64_000, owed: 0 },
    });
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 64_000n });
    world.codes.receive(answer.attemptId);
    await pollAttempt(world.ctx, answer.attemptId, 'webhook');
    expect((await world.view(session)).order.state).toBe('paid');
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });

  test('allow other tenders in place of the code, never of the held card', async () => {
    const { session, quote } = await world.buyer();
    accepted(await world.payWith(session, quote, [card(64_000n), code()]));
    const changed = accepted(await world.payWith(session, quote, [card()]));
    expect(changed.split?.standing).toBe('paid');
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
    expect([...world.codes.book.values()].map(({ state }) => state)).toEqual(['voided']);
  });

  test('limit the code’s lifetime to the card’s authorization', async () => {
    world.cards.holdSeconds = 10 * 60;
    const { session, quote } = await world.buyer();
    accepted(await world.payWith(session, quote, [card(64_000n), code()]));
    const waiting = (await world.view(session)).split?.parts.at(-1);
    expect(waiting?.expiresAt.getTime()).toBeLessThanOrEqual(world.clock.now().getTime() + 9 * minute);
  });

  test('are refused before any charge when the authorization would end first', async () => {
    world.cards.holdSeconds = 4 * 60;
    const { session, quote } = await world.buyer();
    const refused = await world.payWith(session, quote, [card(64_000n), code()]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'hold-too-short' } });
    expect(world.cards.starts + world.codes.starts).toBe(0);
  });
});

describe('the tenders of a split', () => {
  test.each([
    ['more than five', Array.from({ length: 6 }, () => card(19_000n)), 'tender-mix-not-offered'],
    ['two that leave their amount out', [card(), card()], 'tenders-do-not-sum'],
    ['too little', [card(60_000n), card(50_000n)], 'tenders-do-not-sum'],
    ['too much', [card(60_000n), card(60_000n)], 'tenders-do-not-sum'],
    ['nothing left for the rest', [card(price), card()], 'tenders-do-not-sum'],
    ['a part below 1.00', [card(99n), card()], 'tender-too-small'],
    ['less than nothing', [card(-100n), card()], 'tenders-do-not-sum'],
  ])('%s', async (_what, tenders, expected) => {
    const { session, quote } = await world.buyer();
    expect(await world.payWith(session, quote, tenders)).toMatchObject({ ok: false, error: { code: expected } });
  });

  test('may be five of any rails for one price', async () => {
    const { session, quote } = await world.buyer();
    const tenders = [code(10_000n), card(20_000n), code(100n), card(30_000n), card()];
    const answer = accepted(await world.payWith(session, quote, tenders));
    expect(answer.split?.standing).toBe('waits-for-buyer');
    expect(world.cards.starts).toBe(3);
    expect(world.codes.starts).toBe(2);
    for (const { attemptId } of [...world.codes.book.values()]) {
      world.codes.receive(attemptId);
      await pollAttempt(world.ctx, attemptId, 'webhook');
    }
    expect((await world.view(session)).order.state).toBe('paid');
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });

  test('hold the amount that was shown', async () => {
    const { session, quote } = await world.buyer();
    const refused = await world.payWith(session, quote, [card(60_000n), card()], { shownAmount: 113_999n });
    expect(refused).toMatchObject({ ok: false, error: { code: 'quote-changed' } });
    expect((await world.payWith(session, quote, [card(60_000n), card()], { shownAmount: price })).ok).toBe(true);
  });
});
