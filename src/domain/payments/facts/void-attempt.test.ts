import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderOfSession } from '../../orders/index.server.ts';
import { attemptById } from '../attempts/attempt.repository.server.ts';
import { pollAttempt, voidAttempt, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

/** A code that gives way to a payment whose answer is lost; then the code is paid after all. */
async function paidMeanwhile() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  world.gateway.behavior = 'silent-before';
  const lost = accepted(await world.pay(session, quote));
  world.gateway.receive(code.attemptId);
  await world.notify(code.attemptId);
  return { session, quote, code, lost };
}

async function attempt(id: string) {
  const row = await attemptById(database.db, id);
  if (!row) throw new Error('No such attempt');
  return row;
}

describe('an unwanted attempt', () => {
  test('T-27 is not voided because the gateway does not list it yet', async () => {
    const { lost } = await paidMeanwhile();
    await expect(voidAttempt(world.ctx, lost.attemptId)).rejects.toThrow('not-found');
    expect((await attempt(lost.attemptId)).void_state).toBe('requested');
    world.gateway.appear(lost.attemptId, 'authorized');
    await voidAttempt(world.ctx, lost.attemptId);
    expect(await attempt(lost.attemptId)).toMatchObject({ state: 'voided', void_state: 'done' });
    expect(world.gateway.book.get(lost.attemptId)?.state).toBe('voided');
  });

  test('is voided when it turns out to hold money, whatever was done before', async () => {
    const { lost } = await paidMeanwhile();
    world.clock.advance(61_000);
    for (let check = 0; check < 3; check += 1) await pollAttempt(world.ctx, lost.attemptId, 'check');
    expect((await attempt(lost.attemptId)).state).toBe('failed');
    await world.runJobs();
    world.gateway.appear(lost.attemptId, 'authorized');
    await pollAttempt(world.ctx, lost.attemptId, 'webhook');
    await world.runJobs();
    expect(await attempt(lost.attemptId)).toMatchObject({ state: 'voided', void_state: 'done' });
  });

  test('is recorded in the same transaction in which it expired', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.clock.advance(32 * 60_000);
    const dying = createDomainWorld(database, {
      gateways: world.ctx.gateways,
      clock: world.clock,
      crashPoint: (name) => {
        if (name === 'facts-after-commit') throw new Error('killed');
      },
    });
    await sweepAttempts(dying.ctx);
    expect(await attempt(code.attemptId)).toMatchObject({ state: 'expired', void_state: 'requested' });
    expect(dying.sent.map(({ job }) => job)).toContain('void-attempt');
  });
});

describe('an authorization', () => {
  test('is captured by the job, so that no authorization is left waiting', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'authorize';
    expect(accepted(await world.pay(session, quote)).state).toBe('authorized');
    await world.runJobs();
    expect((await orderOfSession(world.ctx, session.id))?.order.state).toBe('paid');
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('whose capture got no answer is captured once, later', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'authorize';
    const { attemptId } = accepted(await world.pay(session, quote));
    world.gateway.isReachable = false;
    await pollAttempt(world.ctx, attemptId, 'check');
    expect((await attempt(attemptId)).state).toBe('authorized');
    world.gateway.isReachable = true;
    world.clock.advance(400_000);
    await sweepAttempts(world.ctx);
    await sweepAttempts(world.ctx);
    expect((await orderOfSession(world.ctx, session.id))?.order.state).toBe('paid');
    expect(world.gateway.captures()).toHaveLength(1);
  });
});
