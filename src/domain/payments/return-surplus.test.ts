import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { returnSurplus, takeUpAgain } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const hour = 3_600_000;

/** A code that was paid as often as is said: once for the order, the other times for nothing. */
async function paidTimes(times: number) {
  const { session, quote } = await world.buyer();
  world.gateway.mood = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  for (let count = 0; count < times; count += 1) world.gateway.receive(code.attemptId);
  await world.notify(code.attemptId);
  return code;
}

async function breaks() {
  return database.db.selectFrom('money_breaks').selectAll().orderBy('created_at').execute();
}

async function refundsInBooks() {
  const rows = await database.db
    .selectFrom('ledger_transfers')
    .select(['movement_id', 'amount'])
    .where('kind', '=', 'refund-surplus')
    .execute();
  return rows;
}

describe('money that nobody asked for', () => {
  test('T-47 paid three times by one code: both surpluses go back, each with a refund and a line of its own', async () => {
    await paidTimes(3);
    await world.runJobs();
    const references = (await breaks()).map((row) => [row.state, row.refund_reference]);
    expect(references).toHaveLength(2);
    expect(new Set(references.map(([, reference]) => reference)).size).toBe(2);
    expect(await refundsInBooks()).toHaveLength(2);
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('T-35 is given back once, however often and however many at a time do it', async () => {
    await paidTimes(2);
    const [surplus] = await breaks();
    await Promise.all(Array.from({ length: 10 }, () => returnSurplus(world.ctx, surplus?.id ?? '')));
    await returnSurplus(world.ctx, surplus?.id ?? '');
    expect(await refundsInBooks()).toHaveLength(1);
    expect(world.gateway.balance()).toBe(114_000n);
    const events = await database.db
      .selectFrom('outbox_events')
      .select('type')
      .where('subscription_id', 'is', null)
      .execute();
    expect(events.map(({ type }) => type).toSorted()).toEqual(['access-granted', 'order-paid', 'surplus-returned']);
  });

  test('T-26 given back by a process that died before it wrote so: the next one finds that refund', async () => {
    await paidTimes(2);
    const [surplus] = await breaks();
    const dying = createDomainWorld(database, {
      gateways: world.ctx.gateways,
      crashPoint: (name) => {
        if (name === 'refund-before-books') throw new Error('killed');
      },
    });
    await expect(returnSurplus(dying.ctx, surplus?.id ?? '')).rejects.toThrow('killed');
    expect(await refundsInBooks()).toHaveLength(0);
    await returnSurplus(world.ctx, surplus?.id ?? '');
    expect(await refundsInBooks()).toHaveLength(1);
    expect(world.gateway.balance()).toBe(114_000n);
  });

  test('a refund of another amount than was asked for is not believed', async () => {
    await paidTimes(2);
    const [surplus] = await breaks();
    world.gateway.refundsShort = 1n;
    await expect(returnSurplus(world.ctx, surplus?.id ?? '')).rejects.toThrow('amount');
    expect((await breaks()).map((row) => row.state)).toEqual(['open']);
  });

  test('T-33 whose job gave up is taken up again, and goes to a person when days did not help', async () => {
    await paidTimes(2);
    world.sent.length = 0;
    await takeUpAgain(world.ctx);
    expect(world.sent).toEqual([]);
    world.clock.advance(3 * hour);
    await takeUpAgain(world.ctx);
    expect(world.sent.map(({ job }) => job)).toContain('refund-surplus');
    world.sent.length = 0;
    world.clock.advance(72 * hour);
    await takeUpAgain(world.ctx);
    expect(world.sent.map(({ job }) => job)).not.toContain('refund-surplus');
    expect((await breaks()).map(({ task, state }) => [task, state])).toEqual([['give-back-by-hand', 'open']]);
  });
});

describe('other work whose job gave up', () => {
  test('T-33 a release is taken up again, however old', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.mood = 'await';
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.sent.length = 0;
    world.clock.advance(3 * hour);
    await takeUpAgain(world.ctx);
    expect(world.sent.map(({ job }) => job).toSorted()).toEqual(['release-attempt']);
    world.sent.length = 0;
    world.clock.advance(72 * hour);
    await takeUpAgain(world.ctx);
    expect(world.sent.map(({ job }) => job)).toEqual(['release-attempt']);
  });
});
