import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import type { GatewayFact } from '../ports/gateway.port.ts';
import { applyGatewayFact, pollAttempt, refundOrder, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
let said: unknown[];
beforeEach(async () => {
  freezeClock();
  database = await createTestDatabase();
  said = [];
  const say = (...line: unknown[]) => void said.push(line);
  world = createSplitWorld(database, { log: { info: say, warn: say, error: say } });
});
afterEach(() => world.end());

const minute = 60_000;
const day = 86_400_000;
const attempts = () => database.db.selectFrom('attempts').selectAll().orderBy('number').execute();

async function openCode() {
  const { session, quote } = await world.buyer();
  return { session, ...accepted(await world.payWith(session, quote, [code()])) };
}

function applyAnswer(attemptId: string, fact: Partial<GatewayFact>) {
  return applyGatewayFact(
    world.ctx,
    attemptId,
    { state: 'processing', movements: [], at: new Date(), ...fact },
    'check',
  );
}

describe('a fact about a charge', () => {
  test('of a capture records the liable party and the first recheck', async () => {
    Object.assign(world.codes, { recheckDays: 60 });
    const { attemptId } = await openCode();
    await applyAnswer(attemptId, { liability: 'issuer' });
    const [working] = await attempts();
    expect([working?.state, working?.kept, working?.recheck_at]).toEqual(['processing', {}, null]);
    const movements = [world.codes.receive(attemptId)];
    await applyAnswer(attemptId, { state: 'captured', movements, liability: 'issuer' });
    const looked = { recheck_at: new Date(world.clock.now().getTime() + day), kept: { liability: 'issuer' } };
    expect((await attempts())[0]).toMatchObject({ state: 'captured', ...looked });
    await applyAnswer(attemptId, { state: 'captured', movements, liability: 'merchant' });
    expect((await attempts())[0]).toMatchObject(looked);
  });

  test('is in the history of its attempt when it moves the attempt or brings money, and only then', async () => {
    const { attemptId } = await openCode();
    const first = world.codes.receive(attemptId);
    const seen = async (): Promise<string[]> => {
      const rows = await database.db.selectFrom('attempt_events').selectAll().orderBy('id').execute();
      return rows.map(({ from_state: from, to_state: to, source }) => `${source}: ${from ?? 'new'} to ${to}`);
    };
    await applyAnswer(attemptId, { state: 'captured', movements: [first] });
    const before = [
      'payment: new to created',
      'answer: created to awaiting-buyer',
      'check: awaiting-buyer to captured',
    ];
    expect(await seen()).toEqual(before);
    await applyAnswer(attemptId, { state: 'captured', movements: [first] });
    expect(await seen()).toEqual(before);
    await applyAnswer(attemptId, { state: 'captured', movements: [first, world.codes.receive(attemptId)] });
    expect(await seen()).toEqual([...before, 'check: captured to captured']);
  });

  test('of a discontinued gateway is booked all the same', async () => {
    const { session, attemptId } = await openCode();
    const movements = [world.codes.receive(attemptId)];
    const ctx = { ...world.ctx, gateways: { ...world.ctx.gateways, byId: () => null } };
    await applyGatewayFact(ctx, attemptId, { state: 'captured', movements, at: new Date() }, 'operator');
    expect((await world.view(session)).order.state).toBe('paid');
  });

  test('with a mandate stores that mandate', async () => {
    const { orderId, attemptId } = await openCode();
    const price = { amount: 9_500n, currency: 'BRL' } as const;
    const terms = { price, period: 'monthly', firstDueOn: '2031-01-10' } as const;
    await applyAnswer(attemptId, { mandate: { reference: 'RR1', state: 'created', terms } });
    const consents = database.db.selectFrom('mandates').select(['order_id', 'attempt_id', 'reference']);
    expect(await consents.execute()).toEqual([{ order_id: orderId, attempt_id: attemptId, reference: 'RR1' }]);
  });

  test('of another amount is a task until it is reported as requested', async () => {
    const { attemptId } = await openCode();
    const task = database.db.selectFrom('reconciliation_exceptions').select(['kind', 'state', 'resolved_at']);
    world.codes.contradicts = 1;
    world.clock.advance(40 * minute);
    await pollAttempt(world.ctx, attemptId, 'check');
    const open = { kind: 'contradiction', state: 'open', resolved_at: null };
    expect(await task.execute()).toEqual([open]);
    await applyAnswer(attemptId, { state: 'failed' });
    expect(await task.execute()).toEqual([open]);
    await applyAnswer(attemptId, { state: 'captured', movements: [world.codes.receive(attemptId)] });
    expect(await task.execute()).toEqual([{ ...open, state: 'resolved', resolved_at: world.clock.now() }]);
  });

  test('of a part refunded at once opens no hold window', async () => {
    const { session, quote } = await world.buyer();
    accepted(await world.payWith(session, quote, [code(60_000n), code()]));
    world.clock.advance(32 * minute);
    await sweepAttempts(world.ctx);
    const [first] = await attempts();
    const came = world.codes.receive(first?.id ?? '', 60_000n);
    const went = world.codes.giveBack(first?.id ?? '', 60_000n);
    world.sent.length = 0;
    expect(await applyAnswer(first?.id ?? '', { state: 'captured', movements: [came, went] })).toMatchObject({
      mustAdvanceSplit: false,
    });
    expect(world.sent).toEqual([]);
    const { order } = await world.view(session);
    expect([order.state, order.holdExpiresAt ?? null]).toEqual(['refunded', null]);
  });
});

describe('returned money', () => {
  test.each([
    ['refund', 'refund'],
    ['chargeback', 'dispute'],
  ] as const)('as a %s that was not requested is reported', async (kind, word) => {
    const { orderId, attemptId } = await openCode();
    world.codes.receive(attemptId);
    await pollAttempt(world.ctx, attemptId, 'check');
    said.length = 0;
    world.codes.giveBack(attemptId, 10_000n, kind);
    await pollAttempt(world.ctx, attemptId, 'check');
    expect(said).toEqual([['money-returned', { orderId, attemptId, kind: word }]]);
    const tasks = database.db.selectFrom('reconciliation_exceptions').select(['kind', 'amount']);
    expect(await tasks.execute()).toEqual([{ kind: word, amount: 10_000n }]);
  });

  test('as requested completes its refund, without a task', async () => {
    const { orderId, attemptId } = await openCode();
    world.codes.receive(attemptId);
    await pollAttempt(world.ctx, attemptId, 'check');
    accepted(await refundOrder(world.ctx, orderId, 10_000n, 'key', 'x'));
    said.length = 0;
    await world.runJobs();
    expect(said).toContainEqual(['refund-done', { orderId, attemptId }]);
    expect(said).not.toContainEqual(['money-returned', expect.anything()]);
    expect(await database.db.selectFrom('reconciliation_exceptions').selectAll().execute()).toEqual([]);
  });

  test('of a surplus reduces that surplus, and none of the price', async () => {
    const { session, attemptId } = await openCode();
    const [, surplus] = [world.codes.receive(attemptId), world.codes.receive(attemptId)];
    await pollAttempt(world.ctx, attemptId, 'check');
    const back = world.codes.giveBack(attemptId);
    await pollAttempt(world.ctx, attemptId, 'check');
    expect((await world.view(session)).order).toMatchObject({ state: 'paid', returned: 0n });
    const lines = database.db.selectFrom('ledger_transfers').selectAll().where('movement_id', '=', back.id);
    expect(await lines.execute()).toMatchObject([
      {
        ...{ kind: 'refund-surplus', debit_account: 'buyer-surplus/school', credit_account: 'gateway/codes' },
        ...{ amount: 114_000n, occurred_at: back.at, recorded_at: world.clock.now() },
      },
    ]);
    const ended = { movement_id: surplus.id, state: 'resolved', refund_reference: back.id };
    expect(await database.db.selectFrom('reconciliation_exceptions').selectAll().execute()).toMatchObject([ended]);
    world.sent.length = 0;
  });
});
