import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderOfSession } from '../../orders/index.server.ts';
import { applyGatewayFact, pollAttempt, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const minute = 60_000;

async function openCode() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  return { session, quote, ...accepted(await world.pay(session, quote, { method: 'by-code' })) };
}

async function standing({ session }: { session: { id: string } }) {
  const view = await orderOfSession(world.ctx, session.id);
  const attempt = view?.attempts[0];
  return { order: view?.order.state, attempt: attempt?.state, declineCode: attempt?.declineCode ?? null };
}

async function ledger() {
  return database.db.selectFrom('ledger_transfers').select(['kind', 'amount', 'currency', 'order_id']).execute();
}

describe('a capture', () => {
  test('T-50 reported for two orders pays the first only', async () => {
    const one = await openCode();
    const other = await openCode();
    const movement = world.gateway.receive(one.attemptId);
    await world.notify(one.attemptId);
    const fact = { state: 'captured', movements: [movement], at: new Date() } as const;
    await applyGatewayFact(world.ctx, other.attemptId, fact, 'check');
    expect(await standing(one)).toMatchObject({ order: 'paid' });
    expect(await standing(other)).toMatchObject({ order: 'open' });
    expect(await ledger()).toHaveLength(1);
  });

  test('T-50 reported for two orders at one moment pays one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await openCode();
      const other = await openCode();
      const fact = { state: 'captured', movements: [world.gateway.receive(one.attemptId)], at: new Date() } as const;
      await Promise.allSettled(
        [one, other].map(({ attemptId }) => applyGatewayFact(world.ctx, attemptId, fact, 'check')),
      );
      const paid = [await standing(one), await standing(other)].filter(({ order }) => order === 'paid');
      expect(paid).toHaveLength(1);
    }
    expect(await ledger()).toHaveLength(5);
  });

  test('in another currency than the order pays nothing of it, and is surplus', async () => {
    const code = await openCode();
    const movement = { ...world.gateway.receive(code.attemptId), currency: 'MZN' as const };
    await applyGatewayFact(
      world.ctx,
      code.attemptId,
      { state: 'captured', movements: [movement], at: new Date() },
      'check',
    );
    expect(await standing(code)).toMatchObject({ order: 'open', attempt: 'captured' });
    expect((await ledger()).map(({ kind, currency }) => [kind, currency])).toEqual([['capture-surplus', 'MZN']]);
  });

  test('T-20 after a decline delivers the order, and clears the decline', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'decline';
    const { attemptId, orderId } = accepted(await world.pay(session, quote));
    world.gateway.receive(attemptId);
    await world.notify(attemptId);
    expect(await standing({ session })).toEqual({ order: 'paid', attempt: 'captured', declineCode: null });
    const [grants, letters] = await Promise.all([
      database.db.selectFrom('access_grants').select('state').where('order_id', '=', orderId).execute(),
      database.db.selectFrom('emails').select('kind').where('order_id', '=', orderId).execute(),
    ]);
    expect([grants, letters]).toEqual([[{ state: 'active' }], [{ kind: 'order-paid' }]]);
  });

  test.each(['declined', 'failed', 'expired', 'voided', 'awaiting-buyer', 'processing', 'unknown'] as const)(
    'T-19 T-17 is not undone by a late "%s", nor done twice by its own repetition',
    async (state) => {
      const code = await openCode();
      world.gateway.receive(code.attemptId);
      await world.notify(code.attemptId);
      await applyGatewayFact(world.ctx, code.attemptId, { state, movements: [], at: new Date() }, 'webhook');
      await world.notify(code.attemptId);
      expect(await standing(code)).toMatchObject({ order: 'paid', attempt: 'captured' });
      expect(await ledger()).toHaveLength(1);
    },
  );
});

describe('a gateway without an answer', () => {
  test('T-28 changes no known fact', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const start = world.gateway.start.bind(world.gateway);
    world.gateway.start = async (charge) => {
      await start(charge);
      await pollAttempt(world.ctx, charge.attemptId, 'webhook');
      return { kind: 'silent', reason: 'time-out' };
    };
    expect(accepted(await world.pay(session, quote, { method: 'by-code' })).state).toBe('awaiting-buyer');
    expect(await standing({ session })).toMatchObject({ attempt: 'awaiting-buyer' });
  });

  test('T-27 "never heard of it" about a charge that it has named is a lag, not a loss', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const { attemptId } = accepted(await world.pay(session, quote));
    const entry = world.gateway.book.get(attemptId);
    if (!entry) throw new Error('No entry');
    entry.state = 'processing';
    await pollAttempt(world.ctx, attemptId, 'check');
    world.gateway.book.delete(attemptId);
    world.clock.advance(2 * minute);
    for (let check = 0; check < 5; check += 1) await pollAttempt(world.ctx, attemptId, 'check');
    expect(await standing({ session })).toMatchObject({ attempt: 'processing' });
    world.gateway.book.set(attemptId, entry);
    world.gateway.receive(attemptId);
    await pollAttempt(world.ctx, attemptId, 'check');
    expect(await standing({ session })).toMatchObject({ order: 'paid' });
  });
});

describe('T-22 nothing stays open past its deadline', () => {
  test('that only reports processing has its charge canceled', async () => {
    const code = await openCode();
    const entry = world.gateway.book.get(code.attemptId);
    if (!entry) throw new Error('No entry');
    entry.state = 'processing';
    await pollAttempt(world.ctx, code.attemptId, 'check');
    world.clock.advance(32 * minute);
    await sweepAttempts(world.ctx);
    world.gateway.release = async (charge) => {
      entry.state = 'voided';
      return world.gateway.find(charge);
    };
    await world.runJobs();
    expect(await standing(code)).toMatchObject({ order: 'open', attempt: 'voided' });
  });
});
