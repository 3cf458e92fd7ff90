import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import {
  booksFrom,
  createInterestWorld,
  latePayment,
  paidLate,
} from '#tests/support/worlds/late-payment-world.server.ts';
import { handOverRefundPart } from '../booking/refund-part.repository.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { manualRefundAmount, recordManualRefund, type GatewayPort, refundPart, refundOrder } from '../index.server.ts';

const { price, late } = latePayment;

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createInterestWorld(database);
});
afterEach(() => database.close());

const paid = () => paidLate(world);
const books = (from = 0) => booksFrom(database, from);

describe('a manual refund', () => {
  /** All of it has to go back, and the company cannot. */
  async function leftToAPerson(...amounts: readonly (bigint | 'all')[]) {
    const { orderId, attemptId, interest } = await paid();
    await world.runJobs();
    const { gateway } = world;
    const takesOnly: GatewayPort = {
      id: gateway.id,
      start: (one) => gateway.start(one),
      find: (one) => gateway.find(one),
    };
    const cannot = { ...world.ctx, gateways: { ...world.ctx.gateways, byId: () => takesOnly } };
    const partIds: string[] = [];
    for (const request of amounts) {
      const { parts } = accepted(await refundOrder(world.ctx, orderId, request, newSecret(), 'x'));
      for (const part of parts) await refundPart(cannot, part.id);
      partIds.push(...parts.map((part) => part.id));
    }
    world.sent.length = 0;
    return { orderId, attemptId, interest, partIds };
  }

  test('is booked from an account of the school’s own, once, and ends the order', async () => {
    const { orderId, attemptId, interest, partIds } = await leftToAPerson('all');
    const [partId = ''] = partIds;
    expect(partIds).toHaveLength(1);
    const reported: string[] = [];
    const ctx = {
      ...world.ctx,
      signals: { ...world.ctx.signals, orderChanged: (id: string) => void reported.push(id) },
    };
    expect(accepted(await recordManualRefund(ctx, partId, 'E2E-1'))).toEqual({ orderId });
    const lines = [
      ['refund-principal', 'sales/school', 'paid-out/school', price],
      ['refund-interest', 'financing/school', 'paid-out/school', interest],
      ['refund-late-fee', 'late-fees/school', 'paid-out/school', late],
    ];
    expect(await books(5)).toEqual(lines);
    expect(reported).toEqual([orderId]);
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'refunded', returned: price });
    const now = world.clock.now();
    expect(await database.db.selectFrom('refunds').selectAll().where('gateway', '=', 'by-hand').execute()).toEqual([
      {
        ...{ id: `ref_${partId}`, gateway: 'by-hand', movement_id: 'E2E-1', order_id: orderId, attempt_id: attemptId },
        ...{ amount: price + interest + late, currency: 'BRL', occurred_at: now, recorded_at: now },
      },
    ]);
    const part = database.db.selectFrom('refund_parts').select(['state', 'movement_id', 'ended_at']);
    expect(await part.execute()).toEqual([{ state: 'done', movement_id: 'E2E-1', ended_at: now }]);

    world.clock.advance(60_000);
    expect(accepted(await recordManualRefund(ctx, partId, 'E2E-1'))).toEqual({ orderId });
    expect(await recordManualRefund(ctx, partId, 'E2E-2')).toEqual({ ok: false, error: 'not-by-hand' });
    expect(await books(5)).toEqual(lines);
    expect(await part.execute()).toEqual([{ state: 'done', movement_id: 'E2E-1', ended_at: now }]);
    expect(reported).toEqual([orderId, orderId]);
  });

  test('has an amount while it is owed', async () => {
    const { partIds } = await leftToAPerson(1_000n, 2_500n);
    const owed = () => Promise.all([...partIds, 'unknown'].map((id) => manualRefundAmount(database.db, id)));
    const amounts = [
      { amount: 1_000n, currency: 'BRL' },
      { amount: 2_500n, currency: 'BRL' },
    ];
    expect(await owed()).toEqual([...amounts, null]);
    accepted(await recordManualRefund(world.ctx, partIds[0] ?? '', 'E2E-1'));
    expect(await owed()).toEqual([null, amounts[1], null]);
    await expect(handOverRefundPart(database.db, partIds[1] ?? '')).resolves.toBeNull();
  });

  test('is refused during a dispute, and books nothing', async () => {
    const { attemptId, interest, partIds } = await leftToAPerson(2_000n);
    world.gateway.giveBack(attemptId, price + interest + late, 'chargeback');
    await world.notify(attemptId);
    const before = (await books()).length;
    const refused = { ok: false, error: 'refund-disputed' };
    expect(await recordManualRefund(world.ctx, partIds[0] ?? '', 'E2E-1')).toEqual(refused);
    expect(await books(before)).toEqual([]);
  });

  test('completes one part by one payment: its id is refused for another', async () => {
    const { partIds } = await leftToAPerson(1_000n, 2_000n);
    const [first = '', second = ''] = partIds;
    accepted(await recordManualRefund(world.ctx, first, 'E2E-1'));
    expect(await recordManualRefund(world.ctx, second, 'E2E-1')).toEqual({ ok: false, error: 'reference-used' });
    expect(await books(5)).toEqual([['refund-principal', 'sales/school', 'paid-out/school', 1_000n]]);
    accepted(await recordManualRefund(world.ctx, second, 'E2E-2'));
    expect((await books(5)).map(([, , , amount]) => amount)).toEqual([1_000n, 2_000n]);
    const parts = await database.db.selectFrom('refund_parts').select(['state', 'movement_id']).execute();
    expect(parts.toSorted((a, b) => String(a.movement_id).localeCompare(String(b.movement_id)))).toEqual([
      { state: 'done', movement_id: 'E2E-1' },
      { state: 'done', movement_id: 'E2E-2' },
    ]);
  });

  test('of another brand’s part, or of a missing one, moves nothing and sends nothing', async () => {
    const { orderId } = await paid();
    await world.runJobs();
    const { parts } = accepted(await refundOrder(world.ctx, orderId, 1_000n, newSecret(), 'x'));
    const reported: string[] = [];
    const ctx = {
      ...world.ctx,
      signals: { ...world.ctx.signals, orderChanged: (id: string) => void reported.push(id) },
    };
    expect(await recordManualRefund(ctx, parts[0]?.id ?? '', 'E2E-1')).toEqual({ ok: false, error: 'not-by-hand' });
    expect(await recordManualRefund(ctx, 'rfp_none', 'E2E-1')).toEqual({ ok: false, error: 'part-not-found' });
    expect(await books(5)).toEqual([]);
    expect(reported).toEqual([]);
  });
});
