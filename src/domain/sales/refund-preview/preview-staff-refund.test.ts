import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { byDepth, long } from '#tests/support/depth.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { createInterestWorld } from '#tests/support/worlds/late-payment-world.server.ts';
import { orderById } from '../../orders/index.server.ts';
import {
  type GatewayPort,
  pollAttempt,
  refundOrder,
  refundPartsOfOrder,
  recordManualRefund,
  requestStaffRefund,
} from '../../payments/index.server.ts';
import { previewStaffRefund } from './preview-staff-refund.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => world.end());

const price = 114_000n;
const noLimit = { BRL: 10_000_000n, MZN: 10_000_000n, PEN: 10_000_000n };

/** A split world whose company of codes refunds nothing, and whose cards cost interest in installments. */
function openWorld({ codesRefund }: { readonly codesRefund: boolean }): SplitWorld {
  const { catalog } = createInterestWorld(database).ctx;
  const opened = createSplitWorld(database, { catalog });
  if (codesRefund) return opened;
  const { codes, cards, ctx } = opened;
  const takesOnly: GatewayPort = { id: codes.id, start: (one) => codes.start(one), find: (one) => codes.find(one) };
  Object.assign(ctx, { gateways: { ...ctx.gateways, byId: (id: string) => (id === codes.id ? takesOnly : cards) } });
  return opened;
}

type Mix = 'card' | 'installments' | 'code' | 'late code' | 'two cards' | 'card and code';
const mixes: readonly Mix[] = ['card', 'installments', 'code', 'late code', 'two cards', 'card and code'];

/** An order that was paid by these payments. */
async function paidBy(mix: Mix): Promise<string> {
  const { session, quote } = await world.buyer();
  const late = 700n;
  const tenders = {
    card: [card()],
    installments: [card(undefined, 12)],
    code: [code()],
    'late code': [code()],
    'two cards': [card(60_000n), card()],
    'card and code': [card(45_000n), code()],
  }[mix];
  const { orderId } = accepted(await world.payWith(session, quote, tenders));
  await world.runJobs();
  for (const { attemptId, state, amount } of world.codes.book.values()) {
    if (state !== 'awaiting-buyer') continue;
    const movement = world.codes.receive(attemptId, mix === 'late code' ? amount.amount + late : amount.amount);
    if (mix === 'late code') Object.assign(movement, { lateFee: late });
    await pollAttempt(world.ctx, attemptId, 'webhook');
  }
  await world.runJobs();
  expect((await orderById(database.db, orderId))?.state).toBe('paid');
  return orderId;
}

/** A pseudo-random number below `most`, the same in every run. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
}

/** What one attempt gives back, and whether by hand; in the order of their names. */
const division = (parts: readonly { attemptId: string; amount: bigint; isManual: boolean }[]) => {
  const sums = new Map<string, { amount: bigint; isManual: boolean }>();
  for (const { attemptId, amount, isManual } of parts)
    sums.set(attemptId, { amount: (sums.get(attemptId)?.amount ?? 0n) + amount, isManual });
  return [...sums].toSorted(([one], [other]) => one.localeCompare(other));
};

describe('the preview of a refund', () => {
  test.each([true, false])(
    'equals the refund, over many mixes, where codes can be refunded: %s',
    long,
    async (codesRefund) => {
      world = openWorld({ codesRefund });
      const random = numbers(codesRefund ? 7 : 11);
      let ended = 0;
      let manual = 0;
      for (let round = 0; round < byDepth(6, 24); round += 1) {
        const mix = mixes[round % mixes.length] ?? 'card';
        const orderId = await paidBy(mix);
        // Some money has gone back before, or is on its way.
        if (random(2) === 0)
          accepted(await refundOrder(world.ctx, orderId, BigInt(1 + random(50_000)), newSecret(), 'x'));
        if (random(2) === 0) await world.runJobs();
        const request = random(3) === 0 ? BigInt(1 + random(60_000)) : 'all';
        const shown = accepted(await previewStaffRefund(world.ctx, orderId, request));
        expect(shown.parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(shown.amount);
        const refundId = newSecret();
        const { amount } = shown;
        const people = { reason: 'goodwill', by: 'ana', hasApprover: false };
        accepted(await requestStaffRefund(world.ctx, { orderId, amount, shown: amount, refundId, ...people }, noLimit));
        await world.runJobs();
        const parts = (await refundPartsOfOrder(database.db, orderId)).filter(
          ({ requestId }) => requestId === refundId,
        );
        expect(division(parts.map((part) => ({ ...part, isManual: part.state === 'by-hand' })))).toEqual(
          division(shown.parts),
        );
        // What is paid by hand is paid, earlier refunds too.
        for (const { id, state } of await refundPartsOfOrder(database.db, orderId))
          if (state === 'by-hand') {
            manual += 1;
            accepted(await recordManualRefund(world.ctx, id, `E2E-${id}`));
          }
        const order = await orderById(database.db, orderId);
        expect([mix, request, order?.state]).toEqual([mix, request, shown.endsSale ? 'refunded' : 'paid']);
        const grant = await database.db
          .selectFrom('access_grants')
          .select('state')
          .where('order_id', '=', orderId)
          .executeTakeFirst();
        expect(grant?.state).toBe(shown.effects.access === 'ends' ? 'revoked' : 'active');
        if (shown.endsSale) ended += 1;
      }
      expect(ended).toBeGreaterThan(byDepth(0, 5));
      expect(ended).toBeLessThan(byDepth(6, 24));
      expect(manual > 0).toBe(!codesRefund);
    },
  );

  test('names the limit of one person, and the refund that was shown otherwise is refused', async () => {
    world = openWorld({ codesRefund: true });
    const orderId = await paidBy('card');
    const shown = accepted(await previewStaffRefund(world.ctx, orderId, 'all'));
    expect(shown).toMatchObject({ amount: price, refundable: price, needsApproval: false, withoutApproval: 200_000n });
    const changed = await requestStaffRefund(world.ctx, {
      ...{ orderId, amount: price, shown: price - 1n, refundId: newSecret() },
      ...{ reason: 'goodwill', by: 'ana', hasApprover: true },
    });
    expect(changed).toEqual({ ok: false, error: 'refund-changed' });
    expect(await previewStaffRefund(world.ctx, orderId, price + 1n)).toEqual({ ok: false, error: 'refund-too-large' });
    expect(await previewStaffRefund(world.ctx, 'ord_none', 'all')).toEqual({ ok: false, error: 'order-not-found' });
  });

  test('writes nothing', async () => {
    world = openWorld({ codesRefund: true });
    const orderId = await paidBy('two cards');
    world.sent.length = 0;
    accepted(await previewStaffRefund(world.ctx, orderId, 'all'));
    expect(await database.db.selectFrom('refund_parts').select('id').execute()).toEqual([]);
    expect(world.sent).toEqual([]);
  });
});
