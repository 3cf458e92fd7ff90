import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundOrder } from '#src/domain/payments/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { describeTimeline, ordersNamed, timelineOf } from './index.server.ts';
import type { SaleTimeline } from './timeline.types.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

/** A code that was declined first, then paid, and refunded in part. */
async function sale() {
  const { session, quote, lead } = await world.buyer();
  world.gateway.behavior = 'decline';
  const declined = accepted(await world.pay(session, quote));
  world.gateway.behavior = 'await';
  const paid = accepted(await world.pay(session, quote, { method: 'by-code' }));
  world.gateway.receive(paid.attemptId);
  await world.notify(paid.attemptId);
  await refundOrder(world.ctx, paid.orderId, 1_000n, `refund-${paid.orderId}`, 'asked for by the buyer');
  await world.runJobs();
  return { orderId: paid.orderId, attemptIds: [declined.attemptId, paid.attemptId], email: lead.email };
}

async function storyOf(orderId: string): Promise<SaleTimeline> {
  const timeline = await timelineOf(database.db, orderId, world.clock.now());
  if (!timeline) throw new Error(orderId);
  return timeline;
}

describe('history of an attempt', () => {
  test('has a row per transition, each beginning where the one before ended', async () => {
    const { attemptIds } = await sale();
    for (const id of attemptIds) {
      const events = await database.db
        .selectFrom('attempt_events')
        .selectAll()
        .where('attempt_id', '=', id)
        .orderBy('id')
        .execute();
      const attempt = await database.db
        .selectFrom('attempts')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(events.map(({ from_state }) => from_state)).toEqual([
        null,
        ...events.slice(0, -1).map(({ to_state }) => to_state),
      ]);
      expect(events.at(-1)?.to_state).toBe(attempt.state);
      expect(events[0]).toMatchObject({ source: 'payment', fact_hash: null });
    }
  });

  test('keeps the movements and a hash of each report of a gateway', async () => {
    const { attemptIds } = await sale();
    const captured = await database.db
      .selectFrom('attempt_events')
      .selectAll()
      .where('attempt_id', '=', attemptIds[1] ?? '')
      .where('to_state', '=', 'captured')
      .executeTakeFirstOrThrow();
    expect(captured).toMatchObject({ source: 'webhook', from_state: 'awaiting-buyer' });
    expect(captured.fact_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(captured.movements).toMatchObject([{ kind: 'capture', amount: '114000', currency: 'BRL' }]);
  });

  test('cannot be changed or deleted', async () => {
    const { attemptIds } = await sale();
    const own = [attemptIds[0]];
    await expect(
      database.pool.query("update attempt_events set source = 'x' where attempt_id = $1", own),
    ).rejects.toThrow('append-only');
    await expect(database.pool.query('delete from attempt_events where attempt_id = $1', own)).rejects.toThrow(
      'append-only',
    );
  });
});

describe('timeline of a sale', () => {
  test('has attempts, ledger, webhooks, access and refund in their order', async () => {
    const { orderId } = await sale();
    const lines = describeTimeline(await storyOf(orderId));
    const text = lines.map((line) => `${line.by}: ${line.text}`);
    const at = (pattern: RegExp) => text.findIndex((line) => pattern.test(line));
    const steps = [
      /^buyer: order ord_\S+ of 1140\.00 BRL/,
      /attempt 1: created → declined, decline /,
      /^buyer: attempt 2 \(att_\S+\) by /,
      /attempt 2: created → awaiting-buyer/,
      /attempt 2: awaiting-buyer → captured/,
      /^ledger: capture-principal 1140\.00 BRL/,
      /^shop: access opened/,
      /^shop: refund refund-\S+ requested: 10\.00 BRL, reason asked for by the buyer/,
      /^ledger: refund-\S+ 10\.00 BRL/,
    ].map(at);
    expect(steps).not.toContain(-1);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(lines.every((line) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(line.at))).toBe(true);
  });

  test('is found by order, reference, attempt, movement and e-mail, and by nothing else', async () => {
    const { orderId, attemptIds, email } = await sale();
    const { reference } = await database.db
      .selectFrom('orders')
      .select('reference')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const { movement_id: movement } = await database.db
      .selectFrom('ledger_transfers')
      .select('movement_id')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'capture-principal')
      .executeTakeFirstOrThrow();
    const shown = `${reference.slice(0, 3)}-${reference.slice(3)}`.toLowerCase();
    for (const name of [orderId, reference, shown, attemptIds[1] ?? '', movement])
      expect([name, await ordersNamed(database.db, name)]).toEqual([name, [orderId]]);
    expect(await ordersNamed(database.db, email.toUpperCase())).toContain(orderId);
    expect(await ordersNamed(database.db, 'nobody@example.com')).toEqual([]);
  });
});
