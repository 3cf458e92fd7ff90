import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderOfSession } from '../../orders/index.server.ts';
import { pollAttempt, renewAttempt, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
});

const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };

async function rows(
  table: 'access_grants' | 'emails' | 'outbox_events' | 'ledger_transfers' | 'reconciliation_exceptions',
  orderId: string,
) {
  return database.db.selectFrom(table).selectAll().where('order_id', '=', orderId).execute();
}

describe('a charge whose answer is lost', () => {
  test('T-28 is undecided, not declined; the job finds the money', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'silent-after';
    expect(accepted(await world.pay(session, quote)).state).toBe('unknown');
    expect(await world.pay(session, quote)).toMatchObject({ ok: false, error: { code: 'attempt-open' } });
    await world.runJobs();
    expect((await orderOfSession(world.ctx, session.id))?.order.state).toBe('paid');
    expect(world.gateway.captures()).toHaveLength(1);
  });

  test('T-27 "never heard of it" is believed only after a minute and three looks', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'silent-before';
    const { attemptId } = accepted(await world.pay(session, quote));
    const state = async () => (await orderOfSession(world.ctx, session.id))?.attempts[0]?.state;
    for (let check = 0; check < 4; check += 1) await pollAttempt(world.ctx, attemptId, 'check');
    expect(await state()).toBe('unknown');
    world.clock.advance(61_000);
    await pollAttempt(world.ctx, attemptId, 'check');
    expect(await state()).toBe('failed');
  });

  test('an unreachable gateway fails the attempt at once, and a new attempt works', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'unreachable';
    expect(accepted(await world.pay(session, quote))).toMatchObject({
      state: 'failed',
      declineCode: 'gateway-unreachable',
    });
    world.gateway.behavior = 'capture';
    expect(accepted(await world.pay(session, quote)).state).toBe('captured');
  });
});

describe('a payment code', () => {
  async function open() {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    return { session, quote, ...accepted(await world.pay(session, quote, { method: 'by-code' })) };
  }
  const stateOf = async (sessionId: string) => (await orderOfSession(world.ctx, sessionId))?.order.state;

  test('T-46 paid once, reported three times: one ledger line, one e-mail of each kind', async () => {
    const { session, attemptId, orderId } = await open();
    world.gateway.receive(attemptId);
    await world.notify(attemptId, 'event-a');
    await world.notify(attemptId, 'event-a');
    await world.notify(attemptId, 'event-b');
    expect(await stateOf(session.id)).toBe('paid');
    expect(await rows('ledger_transfers', orderId)).toHaveLength(1);
    const kinds = await database.db.selectFrom('emails').select('kind').where('order_id', '=', orderId).execute();
    expect(kinds.map((m) => m.kind).sort()).toEqual(['order-paid', 'payment-instructions']);
  });

  test('T-49 renewed after its expiry: same order and price, and a late capture of the old one is matched', async () => {
    const { session, attemptId, orderId } = await open();
    world.clock.advance(31 * 60_000);
    const renewed = accepted(
      await renewAttempt(world.ctx, { sessionId: session.id, attemptId, idempotencyKey: 'renew-1', browser }),
    );
    expect(renewed.attemptId).not.toBe(attemptId);
    expect(renewed.orderId).toBe(orderId);
    world.gateway.receive(attemptId);
    await world.notify(attemptId);
    expect(await stateOf(session.id)).toBe('paid');
    await world.runJobs();
    const view = await orderOfSession(world.ctx, session.id);
    expect(view?.attempts.map((attempt) => attempt.state).sort()).toEqual(['captured', 'voided']);
  });

  test('T-05 and its successor both paid: the second is surplus, refunded once', async () => {
    const { session, attemptId, orderId } = await open();
    world.clock.advance(31 * 60_000);
    const renewed = accepted(
      await renewAttempt(world.ctx, { sessionId: session.id, attemptId, idempotencyKey: 'renew-2', browser }),
    );
    world.gateway.receive(renewed.attemptId);
    world.gateway.receive(attemptId);
    await world.notify(renewed.attemptId);
    await world.notify(attemptId);
    await world.runJobs();
    await world.runJobs();
    expect(world.gateway.balance()).toBe(114_000n);
    expect((await rows('reconciliation_exceptions', orderId)).map((row) => 'state' in row && row.state)).toEqual([
      'resolved',
    ]);
    const books = await database.db
      .selectFrom('ledger_transfers')
      .select(['kind', 'amount'])
      .where('order_id', '=', orderId)
      .execute();
    expect(books.map((line) => line.kind).sort()).toEqual(['capture-principal', 'capture-surplus', 'refund-surplus']);
  });

  test('T-48 underpaid: partly paid, no access, and the rest can be paid with another method', async () => {
    const { session, quote, attemptId, orderId } = await open();
    world.gateway.receive(attemptId, 100_000n);
    await world.notify(attemptId);
    expect(await stateOf(session.id)).toBe('partly-paid');
    expect(await rows('access_grants', orderId)).toHaveLength(0);
    world.gateway.behavior = 'capture';
    accepted(await world.pay(session, quote));
    expect(await stateOf(session.id)).toBe('paid');
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('T-48 overpaid: the order is paid and the rest is refunded', async () => {
    const { session, attemptId } = await open();
    world.gateway.receive(attemptId, 120_000n);
    await world.notify(attemptId);
    await world.runJobs();
    expect(await stateOf(session.id)).toBe('paid');
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('T-22 nothing stays open past its deadline', async () => {
    const { session, attemptId } = await open();
    world.clock.advance(32 * 60_000);
    await sweepAttempts(world.ctx);
    const view = await orderOfSession(world.ctx, session.id);
    expect(view?.attempts[0]).toMatchObject({ id: attemptId, state: 'expired' });
  });

  test('T-11 is canceled at its gateway when the buyer chooses another method', async () => {
    const { session, quote, attemptId } = await open();
    world.gateway.behavior = 'capture';
    accepted(await world.pay(session, quote));
    await world.runJobs();
    expect(world.gateway.book.get(attemptId)?.state).toBe('voided');
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('T-50 is unchanged by a forged webhook and by one about an unknown charge', async () => {
    const { session, attemptId } = await open();
    await world.notify('forged', attemptId);
    await world.notify('att_unknown');
    expect(await stateOf(session.id)).toBe('open');
    const parked = await database.db
      .selectFrom('incoming_webhooks')
      .select(['state', 'reason'])
      .where('attempt_id', '=', 'att_unknown')
      .execute();
    expect(parked).toEqual([{ state: 'parked', reason: 'unknown-reference' }]);
  });
});
