import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeGateway } from '#tests/support/fixtures/fake-gateway.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import type { DomainContext } from '../../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { reconcileCredits, sweepAttempts, sweepWebhooks } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

/** A code whose time is over, which nobody looks at any more, and which is then paid without a message. */
async function paidInSilence() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  world.clock.advance(40 * 60_000);
  await sweepAttempts(world.ctx);
  world.gateway.receive(code.attemptId);
  return code;
}

async function stateOf(orderId: string) {
  return (await orderById(database.db, orderId))?.state;
}

/** Time passes, and the jobs that come round look again. */
async function later(ctx: DomainContext = world.ctx) {
  world.clock.advance(60_000);
  await sweepWebhooks(ctx);
}

describe("credits in a gateway's list", () => {
  test('T-49 of an expired code are found without any webhook', async () => {
    const { orderId } = await paidInSilence();
    await reconcileCredits(world.ctx);
    expect(await stateOf(orderId)).toBe('paid');
  });

  test('T-13 are not lost when their gateway did not answer about them at that moment', async () => {
    const { orderId } = await paidInSilence();
    world.gateway.isReachable = false;
    await reconcileCredits(world.ctx);
    world.gateway.isReachable = true;
    await reconcileCredits(world.ctx);
    await later();
    expect(await stateOf(orderId)).toBe('paid');
  });

  test('T-23 are not lost by a process that died after it read the list', async () => {
    const { orderId } = await paidInSilence();
    for (const point of ['credits-before-cursor', 'facts-before-commit', 'webhook-before-mark']) {
      const dying = createDomainWorld(database, {
        gateways: world.ctx.gateways,
        clock: world.clock,
        crashPoint: (name) => {
          if (name === point) throw new Error('killed');
        },
      });
      await reconcileCredits(dying.ctx).catch(() => undefined);
    }
    await later();
    expect(await stateOf(orderId)).toBe('paid');
    expect(await database.db.selectFrom('ledger_transfers').select('id').execute()).toHaveLength(1);
  });

  test('T-33 that fail to apply, or whose gateway fails, delay no other', async () => {
    const broken = new FakeGateway('broken');
    broken.creditsSince = async () => {
      throw new Error('out of order');
    };
    const { orderId } = await paidInSilence();
    const stranger = await paidInSilence();
    const find = world.gateway.find.bind(world.gateway);
    world.gateway.find = async (charge) => {
      if (charge.attemptId === stranger.attemptId) throw new Error('unreadable');
      return find(charge);
    };
    const gateways = { ...world.ctx.gateways, all: () => [broken, world.gateway] };
    await expect(reconcileCredits({ ...world.ctx, gateways })).rejects.toThrow('broken');
    expect([await stateOf(orderId), await stateOf(stranger.orderId)]).toEqual(['paid', 'open']);
    world.gateway.find = find;
    await later();
    expect(await stateOf(stranger.orderId)).toBe('paid');
  });

  test('T-46 read again from the start are not booked twice', async () => {
    const { orderId } = await paidInSilence();
    await reconcileCredits(world.ctx);
    await database.db.deleteFrom('gateway_cursors').execute();
    await reconcileCredits(world.ctx);
    await later();
    expect(await stateOf(orderId)).toBe('paid');
    expect(await database.db.selectFrom('ledger_transfers').select('id').execute()).toHaveLength(1);
  });

  test("are read at their gateway's interval, and at once after a failed answer", async () => {
    freezeClock();
    const read: number[] = [];
    const list = world.gateway.creditsSince.bind(world.gateway);
    let answers = false;
    const slow = Object.assign(world.gateway, { creditListIntervalSeconds: 300 });
    slow.creditsSince = async (cursor) => {
      read.push(world.clock.now().getTime());
      return answers ? list(cursor) : null;
    };
    const begin = world.clock.now().getTime();
    for (let check = 0; check < 22; check += 1) {
      if (check === 1) answers = true;
      await reconcileCredits(world.ctx);
      world.clock.advance(30_000);
    }
    expect(read.map((at) => Math.round((at - begin) / 1000))).toEqual([0, 30, 330, 630]);
  });

  test('are read by every process, however far ahead the clock of the last reader was', async () => {
    const ahead = createDomainWorld(database);
    ahead.clock.advance(3 * 86_400_000);
    const slow = { creditListIntervalSeconds: 300 };
    Object.assign(ahead.gateway, slow);
    await reconcileCredits(ahead.ctx);
    const { session, quote } = await world.buyer();
    Object.assign(world.gateway, slow).behavior = 'await';
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.receive(code.attemptId);
    await reconcileCredits(world.ctx);
    expect(await stateOf(code.orderId)).toBe('paid');
  });

  test('T-47 of a second payment by the same code are found, and refunded', async () => {
    const { attemptId } = await paidInSilence();
    await reconcileCredits(world.ctx);
    world.gateway.receive(attemptId);
    await reconcileCredits(world.ctx);
    await world.runJobs();
    expect(world.gateway.balance()).toBe(114_000n);
  });
});
