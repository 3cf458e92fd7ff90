import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';
import { recheckCaptured } from '../index.server.ts';
import { nextRecheckAt } from '../attempts/next-check.ts';

const day = 86_400_000;
const minute = 60_000;
const price = 114_000n;

describe('the recheck of a captured payment', () => {
  test('is rarer the older it is, and ends with its window', () => {
    const began = new Date('2026-01-01T00:00:00Z');
    const looks: number[] = [];
    for (let now: Date | null = began; now; now = nextRecheckAt(began, now, 180)) {
      looks.push((now.getTime() - began.getTime()) / day);
    }
    expect(looks).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 180]);
  });

  test('does not run where nothing can be reversed', () => {
    const began = new Date('2026-01-01T00:00:00Z');
    expect(nextRecheckAt(began, began, undefined)).toBeNull();
  });
});

describe('a lost webhook', () => {
  let database: TestDatabase;
  let world: DomainWorld;
  beforeEach(async () => {
    database = await createTestDatabase();
    world = createDomainWorld(database);
    Object.assign(world.gateway, { recheckDays: 180 });
    world.gateway.behavior = 'capture';
  });
  afterEach(async () => {
    const broken = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
    await database.close();
    if (broken.length > 0) throw new Error(broken.join('\n'));
  });

  const paid = async () => {
    const { session, quote } = await world.buyer();
    return accepted(await world.pay(session, quote));
  };
  const stateOf = async (orderId: string): Promise<string | undefined> =>
    (await database.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst())?.state;
  const nextLooks = async (): Promise<(number | null)[]> => {
    const rows = await database.db.selectFrom('attempts').select(['recheck_at', 'created_at']).execute();
    return rows.map(
      ({ recheck_at: at, created_at: began }) => at && Math.round((at.getTime() - began.getTime()) / (day / 10)) / 10,
    );
  };

  test('is looked for by one worker, who holds the payment for two minutes should it die', async () => {
    await paid();
    world.clock.advance(day + minute);
    const held: (number | undefined)[] = [];
    const dying = createDomainWorld(database, {
      gateways: {
        ...world.ctx.gateways,
        byId: () => {
          throw new Error('killed');
        },
      },
      clock: world.clock,
    });
    await expect(recheckCaptured(dying.ctx)).rejects.toThrow('killed');
    for (const minutes of [0, 1, 2]) {
      world.clock.advance(minutes * minute);
      held.push(await recheckCaptured(world.ctx));
    }
    expect(held).toEqual([0, 0, 1]);
  });

  test.each(['refund', 'chargeback'] as const)('of a %s is found by a recheck, and booked once', async (kind) => {
    const { orderId, attemptId } = await paid();
    expect(await nextLooks()).toEqual([1]);
    world.gateway.giveBack(attemptId, price, kind);
    expect(await recheckCaptured(world.ctx)).toBe(0);
    expect(await stateOf(orderId)).toBe('paid');

    world.clock.advance(day + minute);
    expect(await Promise.all([recheckCaptured(world.ctx), recheckCaptured(world.ctx)])).toContain(1);
    expect(await stateOf(orderId)).toBe('refunded');
    expect(await nextLooks()).toEqual([2]);
    world.clock.advance(day + 2 * minute);
    expect(await recheckCaptured(world.ctx)).toBe(1);
    const booked = await database.db.selectFrom('reconciliation_exceptions').select('id').execute();
    expect(booked).toHaveLength(1);
  });

  test('is queried again soon while the gateway is silent, and no longer than the window', async () => {
    await paid();
    world.gateway.isReachable = false;
    world.clock.advance(day + minute);
    expect(await recheckCaptured(world.ctx)).toBe(1);
    expect(await nextLooks()).toEqual([1.3]);
    world.clock.advance(180 * day);
    expect(await recheckCaptured(world.ctx)).toBe(1);
    expect(await nextLooks()).toEqual([null]);
    expect(await recheckCaptured(world.ctx)).toBe(0);
  });

  test('is found in any number of payments by one run, at the rate of each gateway', async () => {
    for (let count = 0; count < 5; count += 1) await paid();
    world.clock.advance(day + minute);
    const began = performance.now();
    expect(await recheckCaptured(world.ctx, { batch: 2, perSecond: 20 })).toBe(5);
    expect(performance.now() - began).toBeGreaterThan(190);
    expect(await recheckCaptured(world.ctx, { batch: 2 })).toBe(0);
  });

  test('is left to the next run when the worker stops, or when the run has taken its time', async () => {
    for (let count = 0; count < 3; count += 1) await paid();
    world.clock.advance(day + minute);
    expect(await recheckCaptured(world.ctx, { isStopping: () => true })).toBe(0);
    expect(await recheckCaptured(world.ctx, { batch: 2, seconds: 0, perSecond: 1_000 })).toBeLessThan(3);
    world.clock.advance(3 * minute);
    await recheckCaptured(world.ctx);
    expect(await recheckCaptured(world.ctx)).toBe(0);
  });

  test('is looked for too where the gateway was removed, and nothing is asked any more', async () => {
    await paid();
    world.clock.advance(day + minute);
    await database.pool.query(`update attempts set gateway = 'gone'`);
    expect(await recheckCaptured(world.ctx)).toBe(1);
    expect(await nextLooks()).toEqual([null]);
    await database.pool.query(`update attempts set gateway = 'book'`);
  });

  test('is not queried where the gateway reverses nothing', async () => {
    Object.assign(world.gateway, { recheckDays: undefined });
    await paid();
    expect(await nextLooks()).toEqual([null]);
  });
});
