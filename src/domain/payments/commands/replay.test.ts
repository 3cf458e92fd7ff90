import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Voucher } from '#src/domain/catalog/products/index.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { applyGatewayFact } from '../facts/apply-gateway-fact.server.ts';
import { storedAnswerOf, pollAttempt, eraseAnswers, sweepAttempts } from '../index.server.ts';
import type { TenderRequest } from '../ports/pay.types.ts';

const grant: Voucher = {
  ...{ code: 'grant', kind: 'percent', basisPoints: 10_000, limit: null },
  ...{ validFrom: null, validUntil: null, plans: null, products: null },
};

let database: TestDatabase;
let world: SplitWorld;
/** Where the process that pays is killed. */
let dies: string;
/** Orders whose pages were signalled a change. */
let reported: string[];
/** Attempts that a company was asked about. */
let looked: string[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  dies = '';
  reported = [];
  looked = [];
  const { catalog, signals } = createSplitWorld(database).ctx;
  world = createSplitWorld(database, {
    catalog: { ...catalog, voucher: (...which) => (which[2] === grant.code ? grant : catalog.voucher(...which)) },
    signals: { ...signals, orderChanged: (orderId) => reported.push(orderId) },
    crashPoint: (name) => {
      if (name === dies) throw new Error('killed');
    },
  });
  const find = world.cards.find.bind(world.cards);
  world.cards.find = (charge) => {
    looked.push(charge.attemptId);
    return find(charge);
  };
});

const minute = 60_000;
const key = { idempotencyKey: 'the-key-of-this-click' };

/** A call that is sent again with its key. */
async function calling(tenders: readonly TenderRequest[]) {
  const { session, quote } = await world.buyer();
  const send = () => world.payWith(session, quote, [...tenders], key);
  /** Its process dies there; gives its attempts, in the order in which they were written. */
  const killed = async (where: string) => {
    dies = where;
    await expect(send()).rejects.toThrow('killed');
    dies = '';
    const { order } = await world.view(session);
    const rows = await database.db
      .selectFrom('attempts')
      .select('id')
      .where('order_id', '=', order.id)
      .where('part', tenders.length > 1 ? 'is not' : 'is', null)
      .orderBy('number')
      .execute();
    const [attemptId = '', inLine = ''] = rows.map(({ id }) => id);
    const isUnderWay = { ok: false, error: { code: 'attempt-open', orderId: order.id, attemptId } };
    return { orderId: order.id, attemptId, inLine, isUnderWay };
  };
  return { session, quote, send, killed };
}

/** The text of a stored answer is erased: the answer is composed again. */
const forget = (orderId: string) => eraseAnswers(database.db, [orderId]);

describe('a replayed answer', () => {
  test.each([
    ['a refusal', ['decline'], [card()]],
    ['a code that waits', [], [code()]],
    ['a bank’s question, with another card in line', ['challenge'], [card(60_000n), card()]],
    ['two cards that paid', [], [card(60_000n), card()]],
    ['a card that is reserved until a code is paid', [], [card(60_000n), code()]],
    ['a second card that was refused', ['capture', 'decline'], [card(60_000n), card()]],
    ['a first card that was refused', ['decline'], [card(60_000n), card()]],
    ['a second card whose company is silent', ['capture', 'silent-after'], [card(60_000n), card()]],
  ] as const)('is the same for the same key: %s', async (_what, behaviors, tenders) => {
    const { session, send } = await calling(tenders);
    world.cards.behaviors.push(...behaviors);
    const first = accepted(await send());
    const starts = world.cards.starts + world.codes.starts;
    await forget(first.orderId);
    expect(await send()).toEqual({ ok: true, value: first });
    expect(await send()).toEqual({ ok: true, value: first });
    expect(world.cards.starts + world.codes.starts).toBe(starts);
    const { attempts, split } = await world.view(session);
    const [shown] = attempts;
    expect(first).toEqual({
      ...{ orderId: first.orderId, attemptId: shown?.id, state: shown?.state, declineCode: shown?.declineCode },
      ...(split && {
        split: {
          ...{ standing: split.standing, held: Number(split.held), owed: Number(split.owed) },
          heldUntil: split.heldUntil === null ? null : split.heldUntil.toISOString(),
        },
      }),
    });
  });

  test('of a zero-amount order is the same, and its pages are updated each time', async () => {
    const { session } = await world.buyer();
    const quote = accepted(await currentQuote(world.ctx, session, { voucher: grant.code }));
    const first = accepted(await world.payWith(session, quote, [], key));
    expect(first).toEqual({ orderId: first.orderId, attemptId: '', state: 'captured', declineCode: null });
    expect(reported).toEqual([first.orderId]);
    await forget(first.orderId);
    expect(await world.payWith(session, quote, [], key)).toEqual({ ok: true, value: first });
    expect(reported).toEqual([first.orderId, first.orderId]);
  });

  test('is found by its key before any other lookup, and is absent before the request', async () => {
    const { session, quote, send } = await calling([card()]);
    const asked = { ...key, sessionId: session.id, quoteId: quote.id, tenders: [card()] };
    expect(await storedAnswerOf(world.ctx, asked)).toBeNull();
    const first = accepted(await send());
    expect(await storedAnswerOf(world.ctx, asked)).toEqual({ ok: true, value: first });
    const other = await storedAnswerOf(world.ctx, { ...asked, tenders: [code()] });
    expect(other).toEqual({ ok: false, error: { code: 'key-reused' } });
  });

  test('includes the expiry of an authorization', async () => {
    freezeClock();
    const { send } = await calling([card(60_000n), card()]);
    world.cards.behaviors.push('capture', 'decline');
    const { split } = accepted(await send());
    const until = new Date(world.clock.now().getTime() + 15 * minute).toISOString();
    expect(split).toEqual({ standing: 'held', held: 60_000, owed: 54_000, heldUntil: until });
  });
});

describe('an interrupted payment', () => {
  test('before the gateway call is processing; twenty seconds later it is queried, and the result is its answer', async () => {
    freezeClock();
    const { send, killed } = await calling([card()]);
    const { orderId, attemptId, isUnderWay } = await killed('pay-after-t1');
    expect(await send()).toEqual(isUnderWay);
    world.clock.advance(19_999);
    await sweepAttempts(world.ctx);
    expect([looked.includes(attemptId), world.cards.starts]).toEqual([false, 0]);
    world.clock.advance(1);
    await sweepAttempts(world.ctx);
    expect(looked).toContain(attemptId);
    for (let check = 0; check < 4; check += 1) await pollAttempt(world.ctx, attemptId, 'check');
    world.clock.advance(minute);
    await pollAttempt(world.ctx, attemptId, 'check');
    const nothing = { orderId, attemptId, state: 'failed', declineCode: 'gateway-lost' };
    expect(await send()).toEqual({ ok: true, value: nothing });
    expect(world.cards.starts).toBe(0);
  });

  test('with its first card requested is processing; the second is not queried, and begins when the first is found', async () => {
    const { send, killed } = await calling([card(60_000n), card()]);
    const { attemptId, inLine, isUnderWay } = await killed('pay-after-gateway');
    expect(await send()).toEqual(isUnderWay);
    world.clock.advance(20_000);
    await sweepAttempts(world.ctx);
    await world.runJobs();
    expect(accepted(await send()).split).toMatchObject({ standing: 'paid', held: 114_000 });
    expect([looked.includes(attemptId), looked.includes(inLine), world.cards.starts]).toEqual([true, false, 2]);
  });

  test('with its first card authorized and the second not begun is processing', async () => {
    const { send, killed } = await calling([card(60_000n), card()]);
    const { attemptId, isUnderWay } = await killed('pay-after-gateway');
    const reserved = { state: 'authorized' as const, movements: [], at: world.clock.now() };
    await applyGatewayFact(world.ctx, attemptId, { ...reserved, reference: `cards-${attemptId}` }, 'answer');
    expect(await send()).toEqual(isUnderWay);
  });

  test('with both authorized and neither captured is processing', async () => {
    const { send, killed } = await calling([card(60_000n), card()]);
    const { isUnderWay } = await killed('capture-before-gateway');
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 114_000n });
    expect(await send()).toEqual(isUnderWay);
  });

  test('of the remaining amount is processing too', async () => {
    const { session, quote, send, killed } = await calling([card(10_000n), card()]);
    const { attemptId } = accepted(await world.payWith(session, quote, [code()]));
    world.codes.receive(attemptId, 50_000n);
    await pollAttempt(world.ctx, attemptId, 'webhook');
    const { isUnderWay } = await killed('pay-after-t1');
    expect(await send()).toEqual(isUnderWay);
  });

  test('of an order that an older code paid meanwhile is answered as paid', async () => {
    const { session, quote, send, killed } = await calling([card(60_000n), card()]);
    const older = accepted(await world.payWith(session, quote, [code()]));
    await killed('pay-after-t1');
    world.codes.receive(older.attemptId);
    await pollAttempt(world.ctx, older.attemptId, 'webhook');
    expect(accepted(await send()).split).toMatchObject({ standing: 'paid', held: 114_000, owed: 0 });
    expect(world.cards.starts).toBe(0);
  });
});
