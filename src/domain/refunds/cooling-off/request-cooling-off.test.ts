import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import type { DomainContext } from '../../context.server.ts';
import { pollAttempt, refundPart, type GatewayPort } from '../../payments/index.server.ts';
import { subscriptionById } from '../../subscriptions/subscriptions/index.server.ts';
import {
  completeCoolingOffs,
  savePayoutDetails,
  completeManualRefund,
  parsePayoutKey,
  pendingPayouts,
  requestCoolingOff,
  coolingOffOf,
} from './index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const day = 86_400_000;
const price = 114_000n;
const by = (reference: string) => ({ reference, by: 'ana' });

/** An order that a card and a code have paid. */
async function paid() {
  const { session, quote } = await world.buyer();
  const answer = accepted(await world.payWith(session, quote, [card(60_000n), code()]));
  world.codes.receive(answer.attemptId);
  await pollAttempt(world.ctx, answer.attemptId, 'webhook');
  await world.runJobs();
  const { order } = await world.view(session);
  expect(order.state).toBe('paid');
  return { session, orderId: order.id };
}

async function letters(orderId: string): Promise<string[]> {
  const rows = await database.db.selectFrom('emails').select('kind').where('order_id', '=', orderId).execute();
  return rows.map(({ kind }) => kind);
}

async function accessOf(orderId: string): Promise<string | undefined> {
  const row = await database.db
    .selectFrom('access_grants')
    .select('state')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.state;
}

/** The company of codes gives nothing back. */
function withoutCodeRefunds(): DomainContext {
  const { codes, cards, ctx } = world;
  const takesOnly: GatewayPort = { id: codes.id, start: (one) => codes.start(one), find: (one) => codes.find(one) };
  const byId = (id: string): GatewayPort => (id === codes.id ? takesOnly : cards);
  return { ...ctx, gateways: { ...ctx.gateways, byId } };
}

describe('a withdrawal in time', () => {
  test('refunds every tender, revokes access, and is confirmed by an e-mail', async () => {
    const { session, orderId } = await paid();
    const before = await coolingOffOf(world.ctx, orderId);
    expect(before).toMatchObject({ standing: 'open', amount: price, askedAt: null });
    expect(before?.parts.map(({ amount, state }) => [amount, state])).toEqual([
      [60_000n, 'offered'],
      [54_000n, 'offered'],
    ]);
    expect(accepted(await requestCoolingOff(world.ctx, orderId))).toEqual({ isNew: true });
    expect(await accessOf(orderId)).toBe('revoked');
    expect(await letters(orderId)).toContain('order-withdrawn');
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
    expect((await world.view(session)).order).toMatchObject({ state: 'refunded', returned: price });
    expect(await coolingOffOf(world.ctx, orderId)).toMatchObject({ standing: 'done', amount: price });
  });

  test('requested twenty times at once and again later refunds once', async () => {
    const { orderId } = await paid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestCoolingOff(world.ctx, orderId)));
    expect(answers.map(accepted).filter(({ isNew }) => isNew)).toHaveLength(1);
    await world.runJobs();
    expect(accepted(await requestCoolingOff(world.ctx, orderId))).toEqual({ isNew: false });
    await world.runJobs();
    expect(world.sandbox().taken).toBe(0n);
    expect((await letters(orderId)).filter((kind) => kind === 'order-withdrawn')).toHaveLength(1);
  });

  test.each([
    ['cooling-off-before-commit', 'active'],
    ['cooling-off-after-commit', 'revoked'],
  ])('whose process dies at %s is written wholly or not at all', async (point, access) => {
    const { orderId } = await paid();
    const dying = {
      ...world.ctx,
      crashPoint: (name: string) => {
        if (name === point) throw new Error('killed');
      },
    };
    await expect(requestCoolingOff(dying, orderId)).rejects.toThrow('killed');
    expect(await accessOf(orderId)).toBe(access);
    accepted(await requestCoolingOff(world.ctx, orderId));
    await completeCoolingOffs(world.ctx);
    await world.runJobs();
    expect(world.sandbox().taken).toBe(0n);
  });

  test('ends the subscription that the order began, also after a crash', async () => {
    const { orderId } = await paid();
    const { id } = await database.db
      .selectFrom('subscriptions')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    const dying = {
      ...world.ctx,
      crashPoint: (name: string) => {
        if (name === 'cooling-off-after-commit') throw new Error('killed');
      },
    };
    await expect(requestCoolingOff(dying, orderId)).rejects.toThrow('killed');
    expect((await subscriptionById(world.ctx, id))?.state).toBe('active');
    expect(await completeCoolingOffs(world.ctx)).toBe(1);
    expect(await subscriptionById(world.ctx, id)).toMatchObject({ state: 'canceled', nextChargeOn: null });
    expect(await completeCoolingOffs(world.ctx)).toBe(0);
  });
});

describe('the seventh day', () => {
  test('is the last one, in days of the market', async () => {
    const { orderId } = await paid();
    world.clock.advance(7 * day);
    expect((await coolingOffOf(world.ctx, orderId))?.standing).toBe('open');
    world.clock.advance(day);
    expect(await coolingOffOf(world.ctx, orderId)).toMatchObject({ standing: 'late' });
    expect(await requestCoolingOff(world.ctx, orderId)).toEqual({ ok: false, error: 'late' });
    expect(world.sandbox().taken).toBe(price);
    expect(await accessOf(orderId)).toBe('active');
  });

  test('is irrelevant in a market without that right', async () => {
    const { orderId } = await paid();
    await database.db.updateTable('orders').set({ market: 'PE' }).where('id', '=', orderId).execute();
    expect(await requestCoolingOff(world.ctx, orderId)).toEqual({ ok: false, error: 'no-right' });
  });

  test('does not apply to an unpaid order', async () => {
    const { session, quote } = await world.buyer();
    accepted(await world.payWith(session, quote, [code()]));
    const { order } = await world.view(session);
    expect(await requestCoolingOff(world.ctx, order.id)).toEqual({ ok: false, error: 'unpaid' });
    expect(await requestCoolingOff(world.ctx, 'ord_none')).toEqual({ ok: false, error: 'order-not-found' });
  });
});

describe('a withdrawal without a gateway refund', () => {
  test('is paid out by a person to the buyer’s account, and booked', async () => {
    const { session, orderId } = await paid();
    const ctx = withoutCodeRefunds();
    expect((await coolingOffOf(ctx, orderId))?.parts.map(({ needsDetails }) => needsDetails)).toEqual([false, true]);
    accepted(await requestCoolingOff(ctx, orderId));
    for (const { job, data } of world.sent.splice(0)) {
      if (job === 'refund-part') await refundPart(ctx, data['partId'] ?? '');
    }
    expect((await world.view(session)).order).toMatchObject({ state: 'paid', returned: 60_000n });
    expect(await accessOf(orderId)).toBe('revoked');
    const [task] = await pendingPayouts(ctx);
    expect(task).toMatchObject({ orderId, amount: 54_000n, to: null });

    // Somebody who asked before and never says where to.
    const silent = await paid();
    accepted(await requestCoolingOff(ctx, silent.orderId));
    for (const { job, data } of world.sent.splice(0)) {
      if (job === 'refund-part') await refundPart(ctx, data['partId'] ?? '');
    }
    await database.pool.query('update refund_parts set requested_at = $1 where order_id = $2', [
      new Date(0),
      silent.orderId,
    ]);
    expect((await pendingPayouts(ctx))[0]).toMatchObject({ orderId: silent.orderId, to: null });

    const key = parsePayoutKey('390.533.447-05');
    if (!key) throw new Error('This is a key');
    accepted(await savePayoutDetails(ctx, orderId, key, '127.0.0.1'));
    const rows = await database.pool.query<{ all: string }>('select payout_details::text as all from payout_details');
    expect(rows.rows[0]?.all).not.toContain('39053344705');
    expect((await coolingOffOf(ctx, orderId))?.payoutHint).toBe('•••05');
    expect((await pendingPayouts(ctx))[0]?.to).toMatchObject({ kind: 'cpf', value: '39053344705' });
    world.clock.advance(day);

    const partId = task?.partId ?? '';
    const paidOut = await Promise.all([
      completeManualRefund(ctx, partId, by('E2E-1')),
      completeManualRefund(ctx, partId, by('E2E-1')),
    ]);
    expect(paidOut.every(({ ok }) => ok)).toBe(true);
    expect(await completeManualRefund(ctx, partId, by('E2E-2'))).toEqual({ ok: false, error: 'not-by-hand' });
    expect((await world.view(session)).order).toMatchObject({ state: 'refunded', returned: price });
    expect((await pendingPayouts(ctx)).map(({ orderId: id }) => id)).toEqual([silent.orderId]);
    expect(await database.db.selectFrom('payout_details').selectAll().execute()).toEqual([]);
    expect(await savePayoutDetails(ctx, orderId, key, '127.0.0.1')).toEqual({ ok: false, error: 'nothing-to-pay-out' });
  });

  test('is not paid out for a part that its gateway refunds, nor twice by one payment', async () => {
    const { orderId } = await paid();
    accepted(await requestCoolingOff(world.ctx, orderId));
    const [part] = await database.db.selectFrom('refund_parts').select('id').execute();
    expect(await completeManualRefund(world.ctx, part?.id ?? '', by('E2E-1'))).toEqual({
      ok: false,
      error: 'not-by-hand',
    });
    expect(await completeManualRefund(world.ctx, 'rfp_none', by('E2E-1'))).toEqual({
      ok: false,
      error: 'part-not-found',
    });
    await database.db.updateTable('refund_parts').set({ state: 'by-hand' }).execute();
    const parts = await database.db.selectFrom('refund_parts').select('id').orderBy('id').execute();
    expect((await completeManualRefund(world.ctx, parts[0]?.id ?? '', by('E2E-1'))).ok).toBe(true);
    expect(await completeManualRefund(world.ctx, parts[1]?.id ?? '', by('E2E-1'))).toEqual({
      ok: false,
      error: 'reference-used',
    });
  });
});
