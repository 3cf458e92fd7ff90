import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { applyGatewayFact, sweepExpiredHolds } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const minute = 60_000;

describe('the sweep of expired holds', () => {
  test('continues after an order that fails, and names it', async () => {
    for (let buyers = 0; buyers < 2; buyers += 1) {
      const { session, quote } = await world.buyer();
      world.cards.behaviors.push('capture', 'decline');
      accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    }
    world.clock.advance(15 * minute);
    const said: unknown[] = [];
    const broken = new Error('cannot');
    let tries = 0;
    const ctx = {
      ...world.ctx,
      log: { ...world.ctx.log, error: (...line: unknown[]) => void said.push(line) },
      crashPoint: (name: string) => {
        if (name !== 'expire-hold-before-commit') return;
        tries += 1;
        if (tries === 1) throw broken;
      },
    };
    expect(await sweepExpiredHolds(ctx)).toBe(1);
    const states = await database.db.selectFrom('orders').select(['id', 'state']).execute();
    const left = states.find(({ state }) => state !== 'closed');
    expect(states.map(({ state }) => state).toSorted()).toEqual(['closed', 'open']);
    expect(said).toEqual([['expire-hold-failed', { orderId: left?.id, error: broken }]]);
    expect(await sweepExpiredHolds(ctx)).toBe(1);
    expect(await sweepExpiredHolds(ctx)).toBe(0);
    await world.runJobs();
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
  });

  test('begins a part that was due a minute ago and that a process abandoned', async () => {
    freezeClock();
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('challenge');
    const { attemptId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.cards.answer(attemptId, 'authorized');
    // The process that got the answer died before the next part was begun.
    await applyGatewayFact(world.ctx, attemptId, { state: 'authorized', movements: [], at: new Date() }, 'check');
    expect(world.cards.starts).toBe(1);
    world.clock.advance(minute);
    await sweepExpiredHolds(world.ctx);
    expect(world.cards.starts).toBe(1);
    world.clock.advance(1_000);
    expect(await sweepExpiredHolds(world.ctx)).toBe(0);
    expect(world.cards.starts).toBe(2);
    expect((await world.view(session)).order.state).toBe('paid');
  });
});
