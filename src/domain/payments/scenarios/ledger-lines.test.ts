import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import {
  booksFrom,
  createInterestWorld,
  latePayment,
  paidLate,
} from '#tests/support/worlds/late-payment-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { orderById } from '../../orders/index.server.ts';

const { price, late, surplus } = latePayment;

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createInterestWorld(database);
});
afterEach(() => database.close());

const paid = () => paidLate(world);
const books = (from = 0) => booksFrom(database, from);

/** The queued e-mails: kind and subject of each. */
async function letters() {
  const rows = await database.db.selectFrom('emails').select(['kind', 'dedup']).orderBy('kind').execute();
  return rows.map(({ kind, dedup }) => [kind, dedup]);
}

async function breaks() {
  return database.db
    .selectFrom('reconciliation_exceptions')
    .selectAll()
    .orderBy('created_at')
    .orderBy('kind')
    .execute();
}

describe('a capture', () => {
  test('is booked as price, interest, late fee and surplus', async () => {
    const { orderId, attemptId, interest, movement } = await paid();
    expect(await books()).toEqual([
      ['capture-principal', 'gateway/book', 'sales/school', price],
      ['capture-interest', 'gateway/book', 'financing/school', interest],
      ['capture-late-fee', 'gateway/book', 'late-fees/school', late],
      ['capture-surplus', 'gateway/book', 'buyer-surplus/school', surplus],
    ]);
    const lines = await database.db.selectFrom('ledger_transfers').selectAll().execute();
    for (const line of lines) {
      expect(line).toMatchObject({
        ...{ gateway: 'book', movement_id: movement.id, order_id: orderId, attempt_id: attemptId, currency: 'BRL' },
        ...{ occurred_at: movement.at, recorded_at: world.clock.now() },
      });
    }
    const { id, ...surplusTask } = (await breaks())[0] ?? { id: '' };
    expect(id).toMatch(/^brk_/);
    expect(surplusTask).toMatchObject({
      ...{ kind: 'surplus', order_id: orderId, attempt_id: attemptId, movement_id: movement.id, amount: surplus },
      ...{ currency: 'BRL', task: 'give-back', state: 'open', refund_reference: null },
      ...{ created_at: world.clock.now(), resolved_at: null },
    });
    expect(world.sent).toContainEqual({ job: 'refund-surplus', data: { exceptionId: id } });
    const order = await orderById(database.db, orderId);
    expect(order).toMatchObject({ state: 'paid', received: price, paidAt: world.clock.now() });
    expect(await letters()).toEqual([
      ['order-paid', ''],
      ['surplus-returned', id],
    ]);
  });

  test('below the price leaves one task with the missing amount, and an e-mail for each amount, until the rest is paid', async () => {
    freezeClock();
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const { orderId, attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.receive(attemptId, 100_000n);
    await world.notify(attemptId);
    await world.notify(attemptId);
    const task = {
      ...{ kind: 'underpaid', order_id: orderId, attempt_id: attemptId, movement_id: 'received-100000' },
      ...{ amount: 14_000n, currency: 'BRL', task: 'collect-or-refund', refund_reference: null },
      ...{ created_at: world.clock.now() },
    };
    expect(await breaks()).toMatchObject([
      { ...task, id: expect.stringMatching(/^brk_/), state: 'open', resolved_at: null },
    ]);
    expect(await orderById(database.db, orderId)).toMatchObject({
      ...{ state: 'partly-paid', received: 100_000n, paidAt: null },
    });
    const reported = [
      ['order-underpaid', '100000'],
      ['payment-instructions', attemptId],
    ];
    expect(await letters()).toEqual(reported);
    world.clock.advance(1_000);
    world.gateway.receive(attemptId, 14_000n);
    await world.notify(attemptId);
    const now = world.clock.now();
    expect(await breaks()).toMatchObject([{ ...task, state: 'resolved', resolved_at: now }]);
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'paid', received: price, paidAt: now });
    expect(await letters()).toEqual([['order-paid', ''], ...reported]);
    const events = database.db.selectFrom('outbox_events').select(['type', 'payload']).where('type', '=', 'order-paid');
    expect(await events.execute()).toMatchObject([{ payload: { amount: Number(price), currency: 'BRL' } }]);
  });

  test('that was refunded as surplus leaves the surplus account', async () => {
    await paid();
    await world.runJobs();
    expect(await books(4)).toEqual([['refund-surplus', 'buyer-surplus/school', 'gateway/book', surplus]]);
  });
});

describe.each([
  ['refund', 'refund', 'confirm-refund'],
  ['chargeback', 'dispute', 'answer-dispute'],
] as const)('money returned as a %s', (kind, word, task) => {
  test('is booked from its own accounts, and what was never captured is a loss', async () => {
    const { orderId, attemptId, interest } = await paid();
    await world.runJobs();
    const movement = world.gateway.giveBack(attemptId, price + interest + late + 100n, kind);
    await world.notify(attemptId);
    expect(await books(5)).toEqual([
      [`${word}-principal`, 'sales/school', 'gateway/book', price],
      [`${word}-interest`, 'financing/school', 'gateway/book', interest],
      [`${word}-late-fee`, 'late-fees/school', 'gateway/book', late],
      [`${word}-excess`, 'losses/school', 'gateway/book', 100n],
    ]);
    const open = (await breaks()).filter(({ state }) => state === 'open');
    const common = {
      ...{ order_id: orderId, attempt_id: attemptId, movement_id: movement.id, currency: 'BRL' },
      ...{ refund_reference: null, created_at: world.clock.now(), resolved_at: null },
    };
    expect(open).toHaveLength(2);
    expect(open.find(({ kind: one }) => one === word)).toMatchObject({
      ...common,
      task,
      amount: price + interest + late,
    });
    expect(open.find(({ kind: one }) => one === 'excess')).toMatchObject({
      ...{ ...common, task: 'recover-excess', amount: 100n },
    });
    const records = await database.db
      .selectFrom(kind === 'refund' ? 'refunds' : 'disputes')
      .selectAll()
      .where('movement_id', '=', movement.id)
      .execute();
    world.gateway.giveBack(attemptId, 40n, kind);
    await world.notify(attemptId);
    expect(await books(9)).toEqual([[`${word}-excess`, 'losses/school', 'gateway/book', 40n]]);
    expect((await breaks()).filter(({ amount }) => amount < 50n).map(({ task: one }) => one)).toEqual([
      'recover-excess',
    ]);
    expect(records).toEqual([
      {
        id: expect.stringMatching(kind === 'refund' ? /^ref_/ : /^dis_/),
        ...{ gateway: 'book', movement_id: movement.id, order_id: orderId, attempt_id: attemptId },
        ...{ amount: price + interest + late + 100n, currency: 'BRL' },
        ...{ occurred_at: movement.at, recorded_at: world.clock.now() },
        // The company told the kind of the dispute, and neither its reason nor a deadline.
        ...(kind === 'refund' ? {} : { stage: 'chargeback', reason: null, evidence_due: null }),
        ...(kind === 'refund' ? {} : { outcome: null, decided_at: null }),
      },
    ]);
  });
});

test.each(['refund', 'chargeback'] as const)(
  'a part returned as a %s leaves the order and its access; all of it ends them, with one e-mail to the buyer',
  async (kind) => {
    const { orderId, attemptId } = await paid();
    await world.runJobs();
    const before = await letters();
    const access = database.db.selectFrom('access_grants').select('state').where('order_id', '=', orderId);
    world.gateway.giveBack(attemptId, 40_000n, kind);
    await world.notify(attemptId);
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'paid', returned: 40_000n });
    expect([await letters(), await access.execute()]).toEqual([before, [{ state: 'active' }]]);
    world.gateway.giveBack(attemptId, price - 40_000n, kind);
    await world.notify(attemptId);
    await world.notify(attemptId);
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'refunded', returned: price });
    expect(await access.execute()).toEqual([{ state: 'revoked' }]);
    expect((await letters()).filter(([letter]) => letter === 'order-refunded')).toEqual([['order-refunded', '']]);
    const events = database.db.selectFrom('outbox_events').select('payload').where('type', '=', 'order-refunded');
    expect(await events.execute()).toMatchObject([{ payload: { amount: Number(price), currency: 'BRL' } }]);
  },
);

describe('a won dispute', () => {
  test('restores its accounts, the price first, and reduces the losses by the rest', async () => {
    const { orderId, attemptId, interest } = await paid();
    await world.runJobs();
    world.gateway.giveBack(attemptId, 40_000n, 'chargeback');
    await world.notify(attemptId);
    world.gateway.giveBack(attemptId, price - 40_000n + interest + late, 'chargeback');
    world.gateway.giveBack(attemptId, 15_000n, 'chargeback-won');
    await world.notify(attemptId);
    expect((await books()).filter(([kind]) => String(kind).startsWith('dispute-won-'))).toEqual([
      ['dispute-won-principal', 'gateway/book', 'sales/school', 15_000n],
    ]);
    world.clock.advance(1);
    const movement = world.gateway.giveBack(attemptId, price + interest + late - 15_000n + 40n, 'chargeback-won');
    await world.notify(attemptId);
    expect((await books()).slice(-4)).toEqual([
      ['dispute-won-principal', 'gateway/book', 'sales/school', price - 15_000n],
      ['dispute-won-interest', 'gateway/book', 'financing/school', interest],
      ['dispute-won-late-fee', 'gateway/book', 'late-fees/school', late],
      ['dispute-won-excess', 'gateway/book', 'losses/school', 40n],
    ]);
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'refunded', returned: price });
    const restoring = (await breaks()).filter(({ kind }) => kind === 'dispute-won');
    expect(restoring.map(({ amount, state, task }) => [amount, state, task])).toEqual([
      [15_000n, 'open', 'restore-after-dispute'],
      [movement.amount, 'open', 'restore-after-dispute'],
    ]);
  });
});
