import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createRenewalWorld, type RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { planLike, createTrialWorld } from '#tests/support/worlds/trial-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { trialLinkKey } from '../../checkout/flows/index.ts';
import { orderById } from '../../orders/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { applyGatewayFact, pollAttempt, renewAttempt } from '../index.server.ts';

let database: TestDatabase;
let world: RenewalWorld;
beforeEach(async () => {
  freezeClock();
  database = await createTestDatabase();
  world = createRenewalWorld(database);
});
afterEach(() => database.close());

const price = 114_000n;
const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };

async function openCode() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  return { session, quote, ...accepted(await world.pay(session, quote, { method: 'by-code' })) };
}

/** Money comes, and the company tells of it. */
async function comes(attemptId: string, amount?: bigint): Promise<void> {
  world.gateway.receive(attemptId, amount);
  await world.notify(attemptId);
}

async function letters() {
  const rows = await database.db.selectFrom('emails').select(['kind', 'dedup']).orderBy('kind').execute();
  return rows.map(({ kind, dedup }) => [kind, dedup]);
}

describe('a paid order', () => {
  test('is delivered at that moment, and not again when surplus arrives', async () => {
    const { orderId, attemptId } = await openCode();
    await database.db.updateTable('orders').set({ analytics_client_id: '1.2' }).execute();
    world.sent.length = 0;
    await comes(attemptId);
    const paidAt = world.clock.now();
    const sale = { job: 'report-sale', data: { orderId, event: 'purchase' } };
    expect(world.sent).toEqual([sale]);
    const events = database.db.selectFrom('outbox_events').select(['dedup', 'payload', 'created_at']);
    const paid = { dedup: '', payload: { amount: Number(price), currency: 'BRL' }, created_at: paidAt };
    expect(await events.where('type', '=', 'order-paid').execute()).toMatchObject([paid]);
    const reported = [
      ['order-paid', ''],
      ['payment-instructions', attemptId],
    ];
    expect(await letters()).toEqual(reported);
    world.clock.advance(60_000);
    await comes(attemptId);
    const { id: exceptionId } = await database.db
      .selectFrom('reconciliation_exceptions')
      .select('id')
      .executeTakeFirstOrThrow();
    expect(world.sent).toEqual([sale, { job: 'refund-surplus', data: { exceptionId } }]);
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'paid', received: price, paidAt });
    expect(await letters()).toEqual([...reported, ['surplus-returned', exceptionId]]);
  });

  test('is sent to analytics only where its buyer agreed', async () => {
    const { attemptId } = await openCode();
    world.sent.length = 0;
    await comes(attemptId);
    expect(world.sent).toEqual([]);
  });

  test('for a billing period pays that period, and begins no other subscription', async () => {
    const { id, orderId } = await world.subscribe();
    await world.until(addMonths(marketDate(world.clock.now(), 'BR'), 12));
    const [first, second, third] = await world.periods(id);
    expect([first?.state, second?.state, third?.state]).toEqual(['paid', 'paid', 'due']);
    expect(second?.orderId).not.toBe(orderId);
    expect(await database.db.selectFrom('subscriptions').select('id').execute()).toEqual([{ id }]);
  });
});

test('a paid line beside a trial begins the trial, and not before', async () => {
  const free = await createTrialWorld(database, [planLike('free', 238_800n, { trial: { unit: 'month', count: 3 } })]);
  const { session: came } = await free.buyer();
  const link = { [trialLinkKey]: 'yes' };
  await database.pool.query('update checkout_sessions set link = $2 where id = $1', [came.id, link]);
  const session = { ...came, link, answers: { ...came.answers, orderBumps: ['kit'] } };
  const quote = accepted(await currentQuote(free.ctx, session));
  expect(quote.total).toBe(9_700n);
  free.gateway.behavior = 'await';
  const trial = { label: 'aceito', text: 'R$ 2.388,00 em três meses' };
  const { orderId, attemptId } = accepted(await free.pay(session, quote, { method: 'by-code', trial }));
  const begun = database.db.selectFrom('subscriptions').select('state').where('order_id', '=', orderId);
  expect(await begun.execute()).toEqual([]);
  free.gateway.receive(attemptId);
  await free.notify(attemptId);
  expect(await begun.execute()).toEqual([{ state: 'trialing' }]);
});

describe('the charge of a billing period', () => {
  test.each([
    ['that is refused', 'declined', 'no-limit'],
    ['that its company lets go of', 'voided', 'voided'],
  ] as const)('%s fails the billing period, with its reason', async (_how, state, reason) => {
    const { id } = await world.subscribe();
    world.gateway.behavior = 'challenge';
    await world.until(addMonths(marketDate(world.clock.now(), 'BR'), 12));
    const [, term] = await world.periods(id);
    expect(term?.state).toBe('charging');
    const charge = [...world.gateway.book.values()].find((one) => one.state === 'awaiting-buyer');
    if (!charge) throw new Error('Nothing was charged');
    charge.state = state;
    await pollAttempt(world.ctx, charge.attemptId, 'check');
    expect((await world.periods(id))[1]?.state).toBe('failed');
    const events = await database.db.selectFrom('outbox_events').select('payload').execute();
    expect(events.map(({ payload }) => payload)).toContainEqual(expect.objectContaining({ period: 2, reason }));
  });
});

describe('a partly paid order', () => {
  test('keeps its other code open, has one task with the missing amount, and waits for the rest without a deadline', async () => {
    const { session, orderId, attemptId } = await openCode();
    world.clock.advance(31 * 60_000);
    const call = { sessionId: session.id, attemptId, idempotencyKey: 'renew', browser };
    const renewed = accepted(await renewAttempt(world.ctx, call));
    world.sent.length = 0;
    const tasks = database.db
      .selectFrom('reconciliation_exceptions')
      .select(['kind', 'amount'])
      .where('state', '=', 'open');
    await comes(attemptId, 100_000n);
    expect(await tasks.execute()).toEqual([{ kind: 'underpaid', amount: 14_000n }]);
    await comes(attemptId, 10_000n);
    expect(await tasks.execute()).toEqual([{ kind: 'underpaid', amount: 4_000n }]);
    const order = await orderById(database.db, orderId);
    expect(order).toMatchObject({ state: 'partly-paid', received: 110_000n, paidAt: null });
    expect(order?.holdExpiresAt ?? null).toBeNull();
    const open = { state: 'awaiting-buyer', superseded: false, void_state: null };
    const code = database.db.selectFrom('attempts').selectAll().where('id', '=', renewed.attemptId);
    expect(await code.execute()).toMatchObject([open]);
    expect(world.sent).toEqual([]);
    await comes(attemptId, 4_000n);
    expect(await code.execute()).toMatchObject([{ superseded: true, void_state: 'requested' }]);
    expect(world.sent).toEqual([{ job: 'void-attempt', data: { attemptId: renewed.attemptId } }]);
    const reported = (await letters()).filter(([kind]) => kind === 'order-underpaid');
    expect(new Set(reported.map(([, received]) => received))).toEqual(new Set(['100000', '110000']));
    expect(await tasks.execute()).toEqual([]);
  });
});

test('a capture of one split part leaves the rest to the others: no underpayment is reported', async () => {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const part = { method: 'by-code', installments: 1, fields: {} };
  const tenders = [{ ...part, amount: 60_000n }, part];
  const { orderId } = accepted(await world.pay(session, quote, { tenders }));
  const first = database.db.selectFrom('attempts').select('id').orderBy('number');
  await comes((await first.executeTakeFirstOrThrow()).id);
  expect(await orderById(database.db, orderId)).toMatchObject({ state: 'partly-paid', received: 60_000n });
  expect((await letters()).filter(([kind]) => kind !== 'payment-instructions')).toEqual([]);
  expect(await database.db.selectFrom('reconciliation_exceptions').selectAll().execute()).toEqual([]);
});

describe('the payment instructions', () => {
  test('are sent by e-mail once they can be used', async () => {
    const start = world.gateway.start.bind(world.gateway);
    world.gateway.start = async (charge) => {
      const answer = await start(charge);
      if (answer.kind !== 'fact') return answer;
      return { kind: 'fact', fact: { ...answer.fact, instructions: { pending: true } } };
    };
    const { attemptId } = await openCode();
    expect(await letters()).toEqual([]);
    await world.notify(attemptId);
    expect(await letters()).toEqual([['payment-instructions', attemptId]]);
  });

  test('are not sent for a paid attempt, a bank challenge, or an ended attempt', async () => {
    const one = await world.buyer();
    world.gateway.behavior = 'challenge';
    accepted(await world.pay(one.session, one.quote));
    expect(await letters()).toEqual([]);
    const two = await world.buyer();
    world.gateway.behavior = 'silent-before';
    const { attemptId } = accepted(await world.pay(two.session, two.quote, { method: 'by-code' }));
    const waits = { state: 'awaiting-buyer', movements: [], at: new Date() } as const;
    const ctx = { ...world.ctx, rails: { ...world.ctx.rails, byId: () => null } };
    await applyGatewayFact(ctx, attemptId, waits, 'check');
    expect(await letters()).toEqual([]);
    const three = await world.buyer();
    const late = accepted(await world.pay(three.session, three.quote, { method: 'by-code' }));
    world.gateway.appear(late.attemptId, 'processing');
    world.gateway.receive(late.attemptId);
    await pollAttempt(world.ctx, late.attemptId, 'check');
    expect(await letters()).toEqual([['order-paid', '']]);
  });
});
