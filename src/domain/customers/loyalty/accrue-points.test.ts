import { describe, expect, test } from 'vitest';
import { memberCpf, createPointsWorld } from '#tests/support/worlds/points-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { pollAttempt } from '../../payments/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { accrualDueAt } from './accrue-points.server.ts';
import { accruePoints, joinProgramme } from './index.server.ts';

const { sandboxWorld: stage, programme, identify } = createPointsWorld();
const day = 86_400_000;

/** A member's purchase that is paid. */
async function bought(): Promise<{ orderId: string; attemptId: string }> {
  const buyer = await stage.world.buyer();
  stage.session = buyer.session;
  accepted(await identify(programme(), memberCpf, 'earn'));
  accepted(await joinProgramme(stage.world.ctx, stage.session));
  return accepted(await stage.world.pay(stage.session, buyer.quote));
}
const earned = (orderId: string) => stage.world.points.earned.get(orderId);
const state = async (orderId: string) =>
  (
    await stage.database.db
      .selectFrom('points_accruals')
      .select('state')
      .where('order_id', '=', orderId)
      .executeTakeFirst()
  )?.state;
const run = () => accruePoints(stage.world.ctx);

test('accrual waits for seven whole days of the market after the day of the payment', () => {
  // 23:30 on 21 November in São Paulo.
  expect(accrualDueAt(new Date('2026-11-22T02:30:00Z'), 'BR').toISOString()).toBe('2026-11-29T02:59:59.999Z');
});

describe('points that a purchase earns', () => {
  test('are credited once, after the cooling-off and not before', async () => {
    const { orderId } = await bought();
    await run();
    stage.world.clock.advance(7 * day);
    await run();
    expect([await state(orderId), earned(orderId)]).toEqual(['waiting', undefined]);
    stage.world.clock.advance(day);
    await run();
    await run();
    expect([await state(orderId), earned(orderId)]).toEqual(['credited', 2_280]);
  });

  test('wait for a programme that is away', async () => {
    const { orderId } = await bought();
    await run();
    stage.world.clock.advance(8 * day);
    stage.world.points.down = 'unavailable';
    await run();
    expect(await state(orderId)).toBe('waiting');
    stage.world.points.down = null;
    await run();
    expect([await state(orderId), earned(orderId)]).toEqual(['credited', 2_280]);
  });

  test('are the same when the run died after the programme had credited them', async () => {
    const { orderId } = await bought();
    await run();
    stage.world.clock.advance(8 * day);
    const dies = {
      ...stage.world.ctx,
      crashPoint: (name: string) => {
        if (name === 'accrual-after-credit') throw new Error('killed');
      },
    };
    await expect(accruePoints(dies)).rejects.toThrow('killed');
    expect([await state(orderId), earned(orderId)]).toEqual(['waiting', 2_280]);
    await run();
    expect([await state(orderId), earned(orderId)]).toEqual(['credited', 2_280]);
  });

  test('are none for what was refunded before, and are reversed for what is refunded after', async () => {
    const [before, after] = [await bought(), await bought()];
    await run();
    stage.world.gateway.giveBack(before.attemptId);
    await pollAttempt(stage.world.ctx, before.attemptId, 'check');
    stage.world.clock.advance(8 * day);
    await run();
    expect([await state(before.orderId), earned(before.orderId)]).toEqual(['not-due', undefined]);
    expect(await state(after.orderId)).toBe('credited');
    stage.world.gateway.giveBack(after.attemptId);
    await pollAttempt(stage.world.ctx, after.attemptId, 'check');
    await run();
    expect([await state(after.orderId), earned(after.orderId)]).toEqual(['reversed', null]);
  });

  test('are fewer after a partial refund', async () => {
    const { orderId, attemptId } = await bought();
    stage.world.gateway.giveBack(attemptId, 40_000n);
    await pollAttempt(stage.world.ctx, attemptId, 'check');
    await run();
    stage.world.clock.advance(8 * day);
    await run();
    expect(earned(orderId)).toBe(1_480);
  });

  test('are none for a price that a voucher made', async () => {
    const buyer = await stage.world.buyer();
    stage.session = buyer.session;
    accepted(await identify(programme(), memberCpf, 'earn'));
    accepted(await joinProgramme(stage.world.ctx, stage.session));
    const quote = accepted(await currentQuote(stage.world.ctx, stage.session, { voucher: 'for-all' }));
    const { orderId } = accepted(await stage.world.pay(stage.session, quote));
    await run();
    stage.world.clock.advance(8 * day);
    await run();
    expect([await state(orderId), earned(orderId)]).toEqual(['not-due', undefined]);
  });

  test('are none without a membership or a programme', async () => {
    const { session, quote } = await stage.world.buyer();
    const { orderId } = accepted(await stage.world.pay(session, quote));
    stage.world.clock.advance(8 * day);
    await run();
    expect(await state(orderId)).toBeUndefined();
    expect(await accruePoints({ ...stage.world.ctx, points: null })).toBe(0);
  });
});
