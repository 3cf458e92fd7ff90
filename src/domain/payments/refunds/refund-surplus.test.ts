import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type GatewayPort, refundSurplus, surplusById, requeueStuckWork } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const hour = 3_600_000;
const price = 114_000n;

/** A code that was paid as often as is said: once for the order, the other times for nothing. */
async function paidTimes(times: number) {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  for (let count = 0; count < times; count += 1) world.gateway.receive(code.attemptId);
  await world.notify(code.attemptId);
  return code;
}

async function breaks() {
  return database.db.selectFrom('reconciliation_exceptions').selectAll().orderBy('created_at').orderBy('id').execute();
}

async function refundsInBooks() {
  const rows = await database.db
    .selectFrom('ledger_transfers')
    .select(['movement_id', 'amount'])
    .where('kind', '=', 'refund-surplus')
    .execute();
  return rows;
}

describe('a surplus refund', () => {
  test('T-47 of three payments by one code: both surpluses are refunded, each with its own refund and ledger line', async () => {
    await paidTimes(3);
    await world.runJobs();
    const references = (await breaks()).map((row) => [row.state, row.refund_reference]);
    expect(references).toHaveLength(2);
    expect(new Set(references.map(([, reference]) => reference)).size).toBe(2);
    expect(await refundsInBooks()).toHaveLength(2);
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('T-35 is made once, however often and however many at a time run it', async () => {
    await paidTimes(2);
    const [surplus] = await breaks();
    await Promise.all(Array.from({ length: 10 }, () => refundSurplus(world.ctx, surplus?.id ?? '')));
    await refundSurplus(world.ctx, surplus?.id ?? '');
    expect(await refundsInBooks()).toHaveLength(1);
    expect(world.gateway.balance()).toBe(114_000n);
    const events = await database.db
      .selectFrom('outbox_events')
      .select('type')
      .where('subscription_id', 'is', null)
      .execute();
    expect(events.map(({ type }) => type).toSorted()).toEqual(['access-granted', 'order-paid', 'surplus-returned']);
  });

  test('T-26 of a process that died before recording it is found by the next one', async () => {
    await paidTimes(2);
    const [surplus] = await breaks();
    const dying = createDomainWorld(database, {
      gateways: world.ctx.gateways,
      crashPoint: (name) => {
        if (name === 'surplus-refund-before-booking') throw new Error('killed');
      },
    });
    await expect(refundSurplus(dying.ctx, surplus?.id ?? '')).rejects.toThrow('killed');
    expect(await refundsInBooks()).toHaveLength(0);
    await refundSurplus(world.ctx, surplus?.id ?? '');
    expect(await refundsInBooks()).toHaveLength(1);
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('of another amount than requested is not accepted', async () => {
    await paidTimes(2);
    const [surplus] = await breaks();
    world.gateway.refundsShort = 1n;
    await expect(refundSurplus(world.ctx, surplus?.id ?? '')).rejects.toThrow('amount');
    expect((await breaks()).map((row) => row.state)).toEqual(['open']);
  });

  test('of two equal ones, the younger first, ends each by its own recorded refund', async () => {
    const { orderId, attemptId } = await paidTimes(3);
    const [older, younger] = (await breaks()).map(({ id }) => id);
    await refundSurplus(world.ctx, younger ?? '');
    expect((await breaks()).map((row) => [row.id, row.state, row.refund_reference])).toEqual([
      [older, 'open', null],
      [younger, 'resolved', younger],
    ]);
    const refunds = database.db.selectFrom('refunds').select(['movement_id', 'order_id', 'attempt_id', 'amount']);
    expect(await refunds.execute()).toEqual([
      { movement_id: younger, order_id: orderId, attempt_id: attemptId, amount: price },
    ]);
    await refundSurplus(world.ctx, older ?? '');
    expect((await breaks()).map((row) => row.refund_reference)).toEqual([older, younger]);
    expect(world.gateway.balance()).toBe(price);
  });

  test('is booked once where another run was faster, though another surplus is still open', async () => {
    await paidTimes(3);
    const [surplus] = await breaks();
    const refund = world.gateway.refund.bind(world.gateway);
    world.gateway.refund = async (...asked) => {
      world.gateway.refund = refund;
      await refundSurplus(world.ctx, surplus?.id ?? '');
      return refund(...asked);
    };
    await refundSurplus(world.ctx, surplus?.id ?? '');
    expect(await refundsInBooks()).toHaveLength(1);
    expect((await breaks()).map((row) => row.state)).toEqual(['resolved', 'open']);
    expect(world.gateway.balance()).toBe(2n * price);
  });

  test('without support by its gateway becomes a task, and is reported', async () => {
    const { orderId, attemptId } = await paidTimes(2);
    const [surplus] = await breaks();
    const { gateway, ctx } = world;
    const takesOnly: GatewayPort = {
      id: gateway.id,
      start: (one) => gateway.start(one),
      find: (one) => gateway.find(one),
    };
    const reported: unknown[] = [];
    await refundSurplus(
      {
        ...ctx,
        gateways: { ...ctx.gateways, byId: () => takesOnly },
        log: { ...ctx.log, warn: (...line) => void reported.push(line) },
      },
      surplus?.id ?? '',
    );
    expect(reported).toEqual([['surplus-needs-staff', { attemptId, orderId }]]);
    expect((await breaks()).map(({ task, state }) => [task, state])).toEqual([['give-back-by-hand', 'open']]);
    expect(gateway.balance()).toBe(2n * price);
  });

  test('at a removed gateway stays owed, and its job fails', async () => {
    await paidTimes(2);
    const [surplus] = await breaks();
    const gone = { ...world.ctx, gateways: { ...world.ctx.gateways, byId: () => null } };
    await expect(refundSurplus(gone, surplus?.id ?? '')).rejects.toThrow(`${surplus?.id}: it has no gateway`);
    expect((await breaks()).map(({ task, state }) => [task, state])).toEqual([['give-back', 'open']]);
  });

  test('is announced with its amount in an e-mail, and no other open surplus is', async () => {
    const { orderId } = await paidTimes(2);
    const [surplus] = await breaks();
    expect(await surplusById(world.ctx, surplus?.id ?? '')).toEqual({
      amount: price,
      currency: 'BRL',
      isManual: false,
    });
    expect(await surplusById(world.ctx, orderId)).toBeNull();
    await database.pool.query("update reconciliation_exceptions set kind = 'underpaid'");
    expect(await surplusById(world.ctx, surplus?.id ?? '')).toBeNull();
    await refundSurplus(world.ctx, surplus?.id ?? '');
    expect(await refundsInBooks()).toEqual([]);
  });

  test('T-33 whose job failed for good is queued again, and becomes a task after days', async () => {
    await paidTimes(2);
    world.sent.length = 0;
    await requeueStuckWork(world.ctx);
    expect(world.sent).toEqual([]);
    world.clock.advance(3 * hour);
    await requeueStuckWork(world.ctx);
    expect(world.sent.map(({ job }) => job)).toContain('refund-surplus');
    world.sent.length = 0;
    world.clock.advance(72 * hour);
    await requeueStuckWork(world.ctx);
    expect(world.sent.map(({ job }) => job)).not.toContain('refund-surplus');
    expect((await breaks()).map(({ task, state }) => [task, state])).toEqual([['give-back-by-hand', 'open']]);
  });
});

describe('other work whose job failed for good', () => {
  test('T-33 is queued again when it is a void, however old', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.sent.length = 0;
    world.clock.advance(3 * hour);
    await requeueStuckWork(world.ctx);
    expect(world.sent.map(({ job }) => job).toSorted()).toEqual(['void-attempt']);
    world.sent.length = 0;
    world.clock.advance(72 * hour);
    await requeueStuckWork(world.ctx);
    expect(world.sent.map(({ job }) => job)).toEqual(['void-attempt']);
  });
});
