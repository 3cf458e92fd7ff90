import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderById, orderView } from '../../orders/index.server.ts';
import { pollAttempt, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const price = 114_000n;

/** A charge that was made, of which we did not hear, and which the gateway then tells otherwise. */
async function contradicted() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'silent-after';
  const paid = accepted(await world.pay(session, quote));
  world.gateway.contradicts = Number.POSITIVE_INFINITY;
  return { session, quote, ...paid };
}

async function attemptOf(orderId: string) {
  return (await orderView(world.ctx, orderId))?.attempts.at(-1);
}

async function tasks() {
  const rows = await database.db
    .selectFrom('reconciliation_exceptions')
    .select(['kind', 'task', 'state', 'amount'])
    .execute();
  return rows.map(({ kind, task, state, amount }) => `${kind} ${task} ${state} ${amount}`);
}

/** Time passes, and the job that comes round every minute looks. */
async function minutes(count: number) {
  for (let minute = 0; minute < count; minute += 1) {
    world.clock.advance(60_000);
    await sweepAttempts(world.ctx);
  }
}

describe('a charge that its gateway reports with another amount', () => {
  test('T-22 ends within fifteen minutes, moves no money, and opens a task', async () => {
    const { orderId } = await contradicted();
    await minutes(5);
    expect((await attemptOf(orderId))?.state).toBe('unknown');
    expect(await tasks()).toEqual([]);
    await minutes(10);
    expect(await attemptOf(orderId)).toMatchObject({ state: 'failed', declineCode: 'gateway-mismatch' });
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'open', received: 0n });
    expect(await tasks()).toEqual([`contradiction look-into-charge open ${price}`]);
    expect(await database.db.selectFrom('ledger_transfers').select('id').execute()).toEqual([]);
    const row = await database.db.selectFrom('attempts').select('next_check_at').executeTakeFirst();
    expect(row?.next_check_at).toBeNull();
  });

  test('for a moment only gets its final state', async () => {
    const { orderId } = await contradicted();
    await minutes(6);
    world.gateway.contradicts = 0;
    await minutes(6);
    expect((await orderById(database.db, orderId))?.state).toBe('paid');
    expect(await tasks()).toEqual([]);
  });

  test('and later as requested pays the order, and ends the task', async () => {
    const { orderId, attemptId } = await contradicted();
    await minutes(15);
    world.gateway.contradicts = 0;
    await world.notify(attemptId);
    expect((await orderById(database.db, orderId))?.state).toBe('paid');
    expect(await tasks()).toEqual([`contradiction look-into-charge resolved ${price}`]);
  });

  test('T-05 leaves the buyer free to pay again; its capture is refunded once reported right', async () => {
    const { session, quote, orderId, attemptId } = await contradicted();
    expect((await world.pay(session, quote)).ok).toBe(false);
    await minutes(15);
    world.gateway.contradicts = 0;
    world.gateway.behavior = 'capture';
    expect(accepted(await world.pay(session, quote)).state).toBe('captured');
    await world.notify(attemptId);
    await world.runJobs();
    expect((await orderById(database.db, orderId))?.state).toBe('paid');
    expect(world.gateway.balance()).toBe(price);
  });

  test('that is authorized is voided at its deadline, not captured', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'authorize';
    const { orderId } = accepted(await world.pay(session, quote));
    world.gateway.contradicts = Number.POSITIVE_INFINITY;
    await minutes(16);
    expect(await attemptOf(orderId)).toMatchObject({ state: 'voided', declineCode: 'gateway-mismatch' });
    expect(await tasks()).toEqual([`contradiction look-into-charge open ${price}`]);
    expect(world.gateway.captures()).toEqual([]);
  });

  test('polled concurrently has one end and one task', async () => {
    const { orderId, attemptId } = await contradicted();
    await minutes(9);
    world.clock.advance(120_000);
    await Promise.all(Array.from({ length: 20 }, () => pollAttempt(world.ctx, attemptId, 'check')));
    await minutes(5);
    expect((await attemptOf(orderId))?.state).toBe('failed');
    expect(await tasks()).toHaveLength(1);
  });

  test('after payment changes nothing', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'capture';
    const { orderId, attemptId } = accepted(await world.pay(session, quote));
    world.gateway.contradicts = Number.POSITIVE_INFINITY;
    for (let check = 0; check < 10; check += 1) {
      world.clock.advance(600_000);
      await world.notify(attemptId);
    }
    expect((await orderById(database.db, orderId))?.state).toBe('paid');
    expect(await tasks()).toEqual([]);
  });
});
