import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { pollAttempt, sweepAttempts, sweepWebhooks } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const day = 86_400_000;

async function openCode() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  return { session, quote, ...accepted(await world.pay(session, quote, { method: 'by-code' })) };
}

async function stateOf(orderId: string) {
  return (await orderById(database.db, orderId))?.state;
}

async function states() {
  const rows = await database.db.selectFrom('incoming_webhooks').select('state').orderBy('received_at').execute();
  return rows.map((row) => row.state);
}

describe('an incoming webhook', () => {
  test('T-14 that precedes its charge is kept, and applied when the charge exists', async () => {
    const { orderId, attemptId } = await openCode();
    await database.db.updateTable('attempts').set({ gateway: 'not-yet' }).where('id', '=', attemptId).execute();
    world.gateway.receive(attemptId);
    await world.notify(attemptId);
    expect(await states()).toEqual(['parked']);
    await database.db.updateTable('attempts').set({ gateway: 'book' }).where('id', '=', attemptId).execute();
    world.clock.advance(60_000);
    await sweepWebhooks(world.ctx);
    expect(await stateOf(orderId)).toBe('paid');
    expect(await states()).toEqual(['applied']);
  });

  test('T-14 that precedes the money at its gateway is polled again', async () => {
    const { orderId, attemptId } = await openCode();
    await world.notify(attemptId);
    world.gateway.receive(attemptId);
    world.clock.advance(60_000);
    await sweepWebhooks(world.ctx);
    expect(await stateOf(orderId)).toBe('paid');
  });

  test('T-23 whose worker died before or after applying it is applied once', async () => {
    const { orderId, attemptId } = await openCode();
    world.gateway.receive(attemptId);
    for (const point of ['facts-before-commit', 'facts-after-commit', 'webhook-before-mark']) {
      const dying = createDomainWorld(database, {
        gateways: world.ctx.gateways,
        clock: world.clock,
        crashPoint: (name) => {
          if (name === point) throw new Error('killed');
        },
      });
      await dying.notify(attemptId, `event-${point}`).catch(() => undefined);
    }
    // What was written about the money and that the message is handled are one: both, or neither.
    expect(await states()).toEqual(['stored', 'applied', 'stored']);
    world.clock.advance(60_000);
    await sweepWebhooks(world.ctx);
    expect(await states()).toEqual(['applied', 'applied', 'applied']);
    expect(await stateOf(orderId)).toBe('paid');
    expect(await database.db.selectFrom('ledger_transfers').select('id').execute()).toHaveLength(1);
  });

  test('T-33 is not delayed by any number of webhooks without a charge', async () => {
    const { orderId, attemptId } = await openCode();
    for (let count = 0; count < 12; count += 1) await world.notify(`att_of-somebody-else-${count}`);
    world.gateway.isReachable = false;
    world.gateway.receive(attemptId);
    await world.notify(attemptId);
    world.gateway.isReachable = true;
    for (let minute = 0; minute < 4 && (await stateOf(orderId)) !== 'paid'; minute += 1) {
      world.clock.advance(60_000);
      await sweepWebhooks(world.ctx, 5);
    }
    expect(await stateOf(orderId)).toBe('paid');
  });

  test('that can never be applied is shelved, and polled ever more rarely', async () => {
    await world.notify('att_of-somebody-else');
    let looks = 0;
    for (let hours = 0; hours < 9 * 24; hours += 1) {
      world.clock.advance(day / 24);
      looks += await sweepWebhooks(world.ctx);
    }
    expect(await states()).toEqual(['rejected']);
    expect(looks).toBeLessThan(20);
  });

  test('T-42 repeated after a year has no second effect', async () => {
    const { orderId, attemptId } = await openCode();
    world.gateway.receive(attemptId);
    await world.notify(attemptId, 'event-1');
    world.clock.advance(365 * day);
    await world.notify(attemptId, 'event-1');
    await world.notify(attemptId, 'event-2');
    expect(await stateOf(orderId)).toBe('paid');
    expect(await database.db.selectFrom('ledger_transfers').select('id').execute()).toHaveLength(1);
    const letters = await database.db.selectFrom('emails').select('kind').where('kind', '=', 'order-paid').execute();
    expect(letters).toHaveLength(1);
  });
});

describe('a poll of open attempts', () => {
  test('T-33 puts a failing attempt later, so that it delays no other', async () => {
    const one = await openCode();
    const other = await openCode();
    const find = world.gateway.find.bind(world.gateway);
    world.gateway.find = async (charge) => {
      if (charge.attemptId === one.attemptId) throw new Error('unreadable');
      return find(charge);
    };
    world.clock.advance(32 * 60_000);
    await sweepAttempts(world.ctx, 1);
    await sweepAttempts(world.ctx, 1);
    const rows = await database.db.selectFrom('attempts').select(['id', 'state']).execute();
    expect(rows.find((row) => row.id === other.attemptId)?.state).toBe('expired');
  });

  test('T-41 takes each attempt once, with any number of workers', async () => {
    await Promise.all(Array.from({ length: 20 }, () => openCode()));
    world.clock.advance(32 * 60_000);
    const finds = world.gateway.finds;
    const seen = await Promise.all(Array.from({ length: 5 }, () => sweepAttempts(world.ctx)));
    expect(seen.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(world.gateway.finds - finds).toBe(20);
  });

  test('T-15 without an answer overwrites nothing that was learned meanwhile', async () => {
    const { orderId, attemptId } = await openCode();
    const find = world.gateway.find.bind(world.gateway);
    world.gateway.find = async () => {
      world.gateway.find = find;
      world.gateway.receive(attemptId);
      await world.notify(attemptId);
      return { kind: 'silent', reason: 'time-out' };
    };
    await pollAttempt(world.ctx, attemptId, 'check');
    const row = await database.db.selectFrom('attempts').select('next_check_at').executeTakeFirst();
    expect(await stateOf(orderId)).toBe('paid');
    expect(row?.next_check_at).toBeNull();
  });
});
