import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { issueFirstAccess } from '../../customers/access/index.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { pollAttempt, refundSurplus } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const price = 114_000n;

async function paidOrder() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'capture';
  return { session, quote, ...accepted(await world.pay(session, quote)) };
}

/** The ledger as `kind amount`, oldest first. */
async function books() {
  const rows = await database.db.selectFrom('ledger_transfers').select(['kind', 'amount']).orderBy('id').execute();
  return rows.map(({ kind, amount }) => `${kind} ${amount}`);
}

async function tasks() {
  const rows = await database.db
    .selectFrom('reconciliation_exceptions')
    .select(['kind', 'task', 'state', 'amount'])
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind, task, state, amount }) => `${kind} ${task} ${state} ${amount}`);
}

/** What the gateway holds for us by our books; its own book must say the same. */
async function balance() {
  const { rows } = await database.pool.query<{ sum: bigint }>(
    `select coalesce(sum(case when debit_account like 'gateway/%' then amount else -amount end), 0)::bigint as sum
     from ledger_transfers`,
  );
  return rows[0]?.sum;
}

async function grant(orderId: string) {
  return database.db
    .selectFrom('access_grants')
    .select('state')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
}

describe.each(['refund', 'chargeback'] as const)('a %s that was not requested', (kind) => {
  const word = kind === 'refund' ? 'refund' : 'dispute';
  const task = kind === 'refund' ? 'confirm-refund' : 'answer-dispute';

  test('of the whole price is booked, revokes access, informs the buyer, and opens a task', async () => {
    const { orderId, attemptId } = await paidOrder();
    world.gateway.giveBack(attemptId, price, kind);
    await world.notify(attemptId);
    expect(await orderById(database.db, orderId)).toMatchObject({
      state: 'refunded',
      received: price,
      returned: price,
    });
    expect(await books()).toEqual([`capture-principal ${price}`, `${word}-principal ${price}`]);
    expect(await tasks()).toEqual([`${word} ${task} open ${price}`]);
    expect(await grant(orderId)).toEqual({ state: 'revoked' });
    expect(await issueFirstAccess(world.ctx, orderId)).toBeNull();
    expect(await balance()).toBe(0n);
    const letters = await database.db.selectFrom('emails').select('kind').orderBy('kind').execute();
    expect(letters.map((letter) => letter.kind)).toEqual(['order-paid', 'order-refunded']);
    const events = await database.db
      .selectFrom('outbox_events')
      .select('type')
      .where('subscription_id', 'is', null)
      .orderBy('id')
      .execute();
    expect(events.map((event) => event.type)).toEqual([
      'access-granted',
      'order-paid',
      'access-revoked',
      'order-refunded',
    ]);
    const records = await database.db
      .selectFrom(kind === 'refund' ? 'refunds' : 'disputes')
      .selectAll()
      .execute();
    expect(records.map(({ amount, order_id }) => [amount, order_id])).toEqual([[price, orderId]]);
  });

  test('T-18 T-42 reported a hundred times, at once and later, is booked once', async () => {
    const { orderId, attemptId } = await paidOrder();
    world.gateway.giveBack(attemptId, 40_000n, kind);
    await Promise.all(
      Array.from({ length: 50 }, () => [world.notify(attemptId), pollAttempt(world.ctx, attemptId, 'check')]).flat(),
    );
    expect(await books()).toEqual([`capture-principal ${price}`, `${word}-principal 40000`]);
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'paid', returned: 40_000n });
    expect(await grant(orderId)).toEqual({ state: 'active' });
    expect(await balance()).toBe(world.gateway.balance());
  });

  test('in parts refunds the order with its last part', async () => {
    const { orderId, attemptId } = await paidOrder();
    for (const part of [40_000n, 40_000n, 34_000n]) {
      expect((await orderById(database.db, orderId))?.state).toBe('paid');
      world.gateway.giveBack(attemptId, part, kind);
      await world.notify(attemptId);
    }
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'refunded', returned: price });
    expect(await tasks()).toHaveLength(3);
  });

  test('above the captured amount is a loss with its own task, within the price on the order', async () => {
    const { orderId, attemptId } = await paidOrder();
    world.gateway.giveBack(attemptId, price + 1n, kind);
    await world.notify(attemptId);
    expect(await books()).toEqual([`capture-principal ${price}`, `${word}-principal ${price}`, `${word}-excess 1`]);
    expect((await orderById(database.db, orderId))?.returned).toBe(price);
    expect((await tasks()).toSorted()).toEqual(
      [`${word} ${task} open ${price}`, 'excess recover-excess open 1'].toSorted(),
    );
    expect(await balance()).toBe(-1n);
  });

  test('first reported with the payment itself: both are booked, nothing is delivered', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'silent-after';
    const { orderId, attemptId } = accepted(await world.pay(session, quote));
    world.gateway.giveBack(attemptId, price, kind);
    await world.notify(attemptId);
    expect((await orderById(database.db, orderId))?.state).toBe('refunded');
    expect(await grant(orderId)).toEqual({ state: 'revoked' });
    expect(await balance()).toBe(0n);
  });

  test('allows no new payment: a capture of a refunded order is refunded', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.receive(code.attemptId, 50_000n);
    await world.notify(code.attemptId);
    world.gateway.giveBack(code.attemptId, 50_000n, kind);
    await world.notify(code.attemptId);
    world.gateway.receive(code.attemptId, 64_000n);
    await world.notify(code.attemptId);
    await world.runJobs();
    expect(await orderById(database.db, code.orderId)).toMatchObject({ state: 'refunded', received: 50_000n });
    expect(world.gateway.balance()).toBe(0n);
    expect(await balance()).toBe(0n);
    expect((await tasks()).filter((line) => line.includes('underpaid'))).toEqual([
      'underpaid collect-or-refund resolved 64000',
    ]);
  });
});

describe('an externally returned surplus', () => {
  /** Paid as often as is said by one code; the surplus waits for its job. */
  async function surplus(times: number) {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    for (let count = 0; count < times; count += 1) world.gateway.receive(code.attemptId);
    await world.notify(code.attemptId);
    const rows = await database.db
      .selectFrom('reconciliation_exceptions')
      .select('id')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return { ...code, breakIds: rows.map(({ id }) => id) };
  }

  test('by the school at the gateway, or by a dispute, leaves the job nothing to refund', async () => {
    for (const kind of ['refund', 'chargeback'] as const) {
      const { orderId, attemptId, breakIds } = await surplus(2);
      world.gateway.giveBack(attemptId, price, kind);
      await world.notify(attemptId);
      for (const id of breakIds) await refundSurplus(world.ctx, id);
      expect((await orderById(database.db, orderId))?.state).toBe('paid');
    }
    expect(await tasks()).toEqual(Array.from({ length: 2 }, () => `surplus give-back resolved ${price}`));
    expect(world.gateway.balance()).toBe(price * 2n);
    expect(await balance()).toBe(price * 2n);
  });

  test('by the school in the same moment as the job’s refund books both', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const { orderId, attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.receive(attemptId, price + 50_000n);
    await world.notify(attemptId);
    const [open] = await database.db.selectFrom('reconciliation_exceptions').select('id').execute();
    const racing = createDomainWorld(database, {
      gateways: {
        ...world.ctx.gateways,
        byId: () => ({
          id: world.gateway.id,
          start: (charge) => world.gateway.start(charge),
          find: (charge) => world.gateway.find(charge),
          refund: async (charge, amount, refundId) => {
            world.gateway.giveBack(attemptId, 50_000n);
            await world.notify(attemptId);
            return world.gateway.refund(charge, amount, refundId);
          },
        }),
      },
    });
    await refundSurplus(racing.ctx, open?.id ?? '');
    expect(await books()).toEqual([
      `capture-principal ${price}`,
      'capture-surplus 50000',
      'refund-surplus 50000',
      'refund-principal 50000',
    ]);
    expect(await tasks()).toEqual(['surplus give-back resolved 50000', 'refund confirm-refund open 50000']);
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'paid', returned: 50_000n });
    expect(await balance()).toBe(world.gateway.balance());
  });

  test('T-26 by a job that died before recording it, with a poll in between: two equal ones are both refunded', async () => {
    const { orderId, attemptId, breakIds } = await surplus(3);
    const dying = createDomainWorld(database, {
      gateways: world.ctx.gateways,
      crashPoint: (name) => {
        if (name === 'surplus-refund-before-booking') throw new Error('killed');
      },
    });
    // The younger one's refund is made, and the look takes it for the older one's.
    await expect(refundSurplus(dying.ctx, breakIds[1] ?? '')).rejects.toThrow('killed');
    await world.notify(attemptId);
    for (const id of breakIds) await refundSurplus(world.ctx, id);
    await world.runJobs();
    expect((await tasks()).every((line) => line.startsWith('surplus give-back resolved'))).toBe(true);
    expect(await books()).toEqual([
      `capture-principal ${price}`,
      `capture-surplus ${price}`,
      `capture-surplus ${price}`,
      `refund-surplus ${price}`,
      `refund-surplus ${price}`,
    ]);
    expect(world.gateway.balance()).toBe(price);
    expect((await orderById(database.db, orderId))?.state).toBe('paid');
  });
});
