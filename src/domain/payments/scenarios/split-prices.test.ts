import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createInterestWorld } from '#tests/support/worlds/late-payment-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import type { WebhooksPort, WebhookEventType } from '../../messaging/webhooks/index.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { pollAttempt, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
/** Events for the school's own backend. */
let types: Set<WebhookEventType>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  types = new Set();
  const backend = { id: 'office/backend', kind: 'backend', url: '', wantsDocument: true } as const;
  const endpoints = [{ ...backend, types, lead: { route: null, planType: null } }];
  const webhooks: WebhooksPort = {
    ...{ endpoints, endpointsOf: () => endpoints, brandsOf: () => ['school'], secretOf: () => '' },
    ...{ post: () => Promise.reject(new Error('Nothing is sent here')), close: () => undefined },
  };
  world = createSplitWorld(database, { catalog: createInterestWorld(database).ctx.catalog, webhooks });
});

const minute = 60_000;
const price = 114_000n;
const twoCards = [card(60_000n, 6), card(undefined, 12)];
/** What both cost with their interest of 1.99 % a month. */
const six = 6n * 10_708n;
const twelve = 12n * 5_103n;
/** What the last 40,000 cost in three. */
const three = 3n * 13_867n;

const tendersOf = (orderId: string) =>
  database.db.selectFrom('tenders').selectAll().where('order_id', '=', orderId).orderBy('principal', 'desc').execute();
const attemptsOf = (orderId: string) =>
  database.db.selectFrom('attempts').selectAll().where('order_id', '=', orderId).orderBy('number').execute();

describe('two cards with installments', () => {
  test('are each charged their part and its interest, and booked so', async () => {
    freezeClock();
    const { session, quote } = await world.buyer();
    const { orderId } = accepted(await world.payWith(session, quote, twoCards));
    expect([...world.cards.book.values()].map(({ amount }) => amount.amount)).toEqual([six, twelve]);
    const created_at = world.clock.now();
    const ofOrder = {
      id: expect.stringMatching(/^ten_/),
      order_id: orderId,
      method: 'at-once',
      rail: 'now',
      created_at,
    };
    const tenders = await tendersOf(orderId);
    expect(tenders).toEqual([
      { ...ofOrder, principal: 60_000n, interest: six - 60_000n, installments: 6 },
      { ...ofOrder, principal: 54_000n, interest: twelve - 54_000n, installments: 12 },
    ]);
    expect(await attemptsOf(orderId)).toMatchObject([
      {
        number: 1,
        part: 0,
        tender_id: tenders[0]?.id,
        installments: 6,
        amount: six,
        created_at,
        updated_at: created_at,
      },
      { number: 2, part: 1, tender_id: tenders[1]?.id, installments: 12, amount: twelve, created_at },
    ]);
    expect((await world.view(session)).order).toMatchObject({ state: 'paid', total: price, received: price });
  });

  test.each([
    ['the price', price],
    ['the price with the interest', six + twelve],
  ])('begin where their buyer saw %s', async (_what, shownAmount) => {
    const { session, quote } = await world.buyer();
    expect((await world.payWith(session, quote, twoCards, { shownAmount })).ok).toBe(true);
  });

  test('do not begin where the shown total was any other', async () => {
    const { session, quote } = await world.buyer();
    for (const shownAmount of [price - 1n, six, six - 60_000n + price, 2n * price - six - twelve]) {
      const answer = await world.payWith(session, quote, twoCards, { shownAmount });
      expect(answer).toMatchObject({ ok: false, error: { code: 'quote-changed', quote: { total: price } } });
    }
    expect(world.cards.starts).toBe(0);
  });
});

describe('the remaining amount of a split', () => {
  /** A card that is reserved for 64,000, and a code by which 20,000 of 50,000 came. */
  async function partlyThere() {
    const { session, quote } = await world.buyer();
    const { orderId, attemptId } = accepted(await world.payWith(session, quote, [card(64_000n), code()]));
    world.codes.receive(attemptId, 20_000n);
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(world.sandbox()).toEqual({ taken: 20_000n, reserved: 64_000n });
    return { session, quote, orderId };
  }

  test.each([
    ['what is owed', 30_000n],
    ['what is not paid', 94_000n],
    ['the price', price],
  ])('is paid where its buyer saw %s; the authorizations are captured with it', async (_what, shownAmount) => {
    const { session, quote, orderId } = await partlyThere();
    for (const wrong of [0n, 29_999n, 50_000n, 134_000n]) {
      const refused = await world.payWith(session, quote, [card(10_000n), card()], { shownAmount: wrong });
      expect(refused).toMatchObject({ ok: false, error: { code: 'quote-changed' } });
    }
    const answer = accepted(await world.payWith(session, quote, [card(10_000n), card()], { shownAmount }));
    expect(answer).toMatchObject({ orderId, split: { standing: 'paid', held: 114_000, owed: 0, heldUntil: null } });
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
    expect((await attemptsOf(orderId)).map(({ number, part }) => [number, part])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
      [4, 1],
    ]);
  });

  test('by one card is a part too while an authorization is held, and shown as the owed amount', async () => {
    const { session, quote, orderId } = await partlyThere();
    const answer = accepted(await world.payWith(session, quote, [card()], { shownAmount: 30_000n }));
    expect(answer.split).toMatchObject({ standing: 'paid', held: 114_000 });
    expect((await tendersOf(orderId)).map(({ principal }) => principal)).toEqual([64_000n, 50_000n, 30_000n]);
  });

  test('is refused at another price than that of its parts', async () => {
    const { session } = await world.buyer();
    const cheaper = accepted(await currentQuote(world.ctx, session, { voucher: 'for-all' }));
    const quote = accepted(await currentQuote(world.ctx, session, { voucher: '' }));
    accepted(await world.payWith(session, quote, [card(64_000n), code()]));
    expect(await world.payWith(session, cheaper, [card()])).toMatchObject({
      ok: false,
      error: { code: 'quote-changed', quote: { id: quote.id, total: price } },
    });
  });

  test('by one card is a part also after the hold ended where captured money was kept', async () => {
    const { session, quote } = await world.buyer();
    const first = accepted(await world.payWith(session, quote, [code(50_000n), code()]));
    const [paid] = await attemptsOf(first.orderId);
    world.codes.receive(paid?.id ?? '');
    await pollAttempt(world.ctx, paid?.id ?? '', 'webhook');
    world.clock.advance(32 * minute);
    await sweepAttempts(world.ctx);
    expect((await world.view(session)).split).toMatchObject({ standing: 'held', owed: 64_000n });
    const answer = accepted(await world.payWith(session, quote, [card()]));
    expect(answer.split).toMatchObject({ standing: 'paid', held: 114_000 });
  });

  test('after its deadline: the authorizations are voided, and the whole price is paid anew', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'decline');
    const first = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.clock.advance(15 * minute);
    const again = accepted(await world.payWith(session, quote, [card()]));
    expect(again).toEqual({ orderId: again.orderId, attemptId: again.attemptId, state: 'captured', declineCode: null });
    expect(again.orderId).not.toBe(first.orderId);
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });

  test('is refused while a part of it is undecided; the buyer is told which', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'silent-after');
    const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    const [, second] = await attemptsOf(orderId);
    expect(await world.payWith(session, quote, [card()])).toEqual({
      ok: false,
      error: { code: 'attempt-open', orderId, attemptId: second?.id },
    });
  });

  test('by a code lives no longer than its authorizations', async () => {
    freezeClock();
    world.cards.holdSeconds = 20 * 60;
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'decline');
    accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    const { attemptId } = accepted(await world.payWith(session, quote, [code()]));
    const waiting = (await world.view(session)).attempts.find(({ id }) => id === attemptId);
    expect(waiting?.expiresAt.getTime()).toBe(world.clock.now().getTime() + 19 * minute);
  });
});

describe('a payment attempt', () => {
  const saleTold = (orderId: string) =>
    world.sent.filter(({ job, data }) => job === 'report-sale' && data['orderId'] === orderId).map(({ data }) => data);
  const events = (orderId: string) =>
    database.db
      .selectFrom('outbox_events')
      .select(['type', 'dedup', 'payload'])
      .where('order_id', '=', orderId)
      .where('type', '=', 'payment-requested')
      .orderBy('id')
      .execute();

  test('is sent to the school’s backend where it subscribes: number, method, amount and installments', async () => {
    types.add('payment.requested');
    const { session, quote } = await world.buyer();
    const mix = [code(14_000n), card(60_000n, 6), card(undefined, 3)];
    const { orderId } = accepted(await world.payWith(session, quote, mix));
    const [first] = await attemptsOf(orderId);
    const amount = Number(14_000n + six + three);
    const payload = { attemptId: first?.id, method: 'at-once+at-once+by-code', amount, installments: 6 };
    expect(await events(orderId)).toEqual([{ type: 'payment-requested', dedup: first?.id, payload }]);
  });

  test('is not sent to a backend that does not subscribe', async () => {
    types.add('order.paid');
    const { session, quote } = await world.buyer();
    expect(await events(accepted(await world.pay(session, quote)).orderId)).toEqual([]);
  });

  test('is sent to analytics once per order, with its first method, where the buyer agreed', async () => {
    const { session, quote } = await world.buyer();
    const { session: silent, quote: other } = await world.buyer();
    await database.db
      .updateTable('checkout_sessions')
      .set({ analytics_client_id: '1.2' })
      .where('id', '=', session.id)
      .execute();
    world.cards.behaviors.push('decline');
    const { orderId } = accepted(await world.payWith(session, quote, [code(50_000n), card()]));
    accepted(await world.payWith(session, quote, [code()]));
    expect(saleTold(orderId)).toEqual([{ orderId, event: 'add_payment_info', method: 'at-once' }]);
    expect(saleTold(accepted(await world.payWith(silent, other, [card()])).orderId)).toEqual([]);
  });
});
