import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import type { DomainContext } from '../../context.server.ts';
import { applyGatewayFact, pollAttempt, advanceSplitOrder } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
let points: string[];
let said: unknown[];
let taken: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  [points, said, taken] = [[], [], []];
  world = createSplitWorld(database, {
    crashPoint: (name) => void points.push(name),
    log: { info: (...line) => void said.push(line), warn: () => undefined, error: () => undefined },
  });
  for (const company of [world.cards, world.codes]) {
    const capture = company.capture.bind(company);
    company.capture = async (charge) => {
      taken.push(charge.attemptId);
      return capture(charge);
    };
  }
});
afterEach(() => world.end());

const price = 114_000n;

async function attempts() {
  return database.db.selectFrom('attempts').selectAll().orderBy('number').execute();
}

/** The challenge of the first part was answered, and the process that got the answer died: the second part is next. */
async function secondPartsTurn(second = card()) {
  const { session, quote } = await world.buyer();
  world.cards.behaviors.push('challenge');
  const { attemptId, orderId } = accepted(await world.payWith(session, quote, [card(60_000n), second]));
  world.cards.answer(attemptId, 'authorized');
  await applyGatewayFact(world.ctx, attemptId, { state: 'authorized', movements: [], at: new Date() }, 'check');
  points.length = 0;
  said.length = 0;
  const [, next] = await attempts();
  return { session, orderId, attemptId, secondId: next?.id ?? '' };
}

const moved = (attemptId: string, from: string, state: string, rest: object = {}) => [
  'attempt-moved',
  { attemptId, from, state, declineCode: null, source: 'answer', ...rest },
];
const without = (gone: string): DomainContext['gateways'] => {
  const { gateways } = world.ctx;
  return { ...gateways, byId: (id) => (id === gone ? null : gateways.byId(id)) };
};

describe('split parts of an order', () => {
  test('are begun in turn, and captured once all are authorized, through each crash point', async () => {
    const { orderId, attemptId, secondId } = await secondPartsTurn();
    await advanceSplitOrder(world.ctx, orderId);
    const facts = ['facts-before-commit', 'facts-after-commit'];
    const capture = ['capture-before-gateway', 'capture-after-gateway', ...facts];
    const begin = ['part-claimed', 'pay-before-gateway', 'pay-after-gateway', ...facts];
    expect(points).toEqual([...begin, ...capture, ...capture]);
    expect(said).toEqual([
      moved(secondId, 'created', 'authorized'),
      moved(attemptId, 'authorized', 'captured'),
      moved(secondId, 'authorized', 'captured'),
    ]);
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });

  test('that are not authorized are not captured with the others', async () => {
    const { session, quote } = await world.buyer();
    accepted(await world.payWith(session, quote, [card(64_000n), code()]));
    accepted(await world.payWith(session, quote, [card()]));
    const [first, left, second] = await attempts();
    expect(left).toMatchObject({ gateway: 'codes', superseded: true });
    expect(taken).toEqual([first?.id, second?.id]);
  });

  test('are captured later where their gateway is silent, or unreachable now', async () => {
    const { session, orderId } = await secondPartsTurn();
    world.cards.isReachable = false;
    await advanceSplitOrder(world.ctx, orderId);
    world.cards.isReachable = true;
    await advanceSplitOrder({ ...world.ctx, gateways: without('cards') }, orderId);
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: price });
    expect((await attempts()).map(({ state }) => state)).toEqual(['authorized', 'authorized']);
    await advanceSplitOrder(world.ctx, orderId);
    expect((await world.view(session)).order.state).toBe('paid');
  });

  test('are voided where their gateway will not capture them: no authorization stays for ever', async () => {
    const { session, orderId } = await secondPartsTurn();
    world.cards.refusesCapture = true;
    await advanceSplitOrder(world.ctx, orderId);
    expect((await attempts()).map(({ state }) => state)).toEqual(['voided', 'voided']);
    expect((await world.view(session)).split).toMatchObject({ standing: 'declined', owed: price });
  });

  test('of a final order are not begun', async () => {
    const { orderId } = await secondPartsTurn();
    const become = (state: 'closed' | 'open' | 'paid') => database.db.updateTable('orders').set({ state }).execute();
    await become('closed');
    await advanceSplitOrder(world.ctx, orderId);
    await become('open');
    expect(world.cards.starts).toBe(1);
  });

  test('are begun and captured though an older code was paid in part meanwhile; the surplus is refunded', async () => {
    const { session, quote } = await world.buyer();
    const old = accepted(await world.payWith(session, quote, [code()]));
    world.cards.behaviors.push('challenge');
    const { attemptId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.codes.receive(old.attemptId, 10_000n);
    await pollAttempt(world.ctx, old.attemptId, 'webhook');
    expect((await world.view(session)).order.state).toBe('partly-paid');
    world.cards.answer(attemptId, 'authorized');
    await pollAttempt(world.ctx, attemptId, 'check');
    await world.runJobs();
    expect(world.cards.starts).toBe(2);
    expect((await world.view(session)).order.state).toBe('paid');
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
  });

  test('of a missing order are none', async () => {
    await expect(advanceSplitOrder(world.ctx, 'ord_none')).resolves.toBeUndefined();
  });
});

describe('the next part of a split', () => {
  test('is begun by one process: after a crash it is queried twenty seconds later, without its secrets', async () => {
    freezeClock();
    const { orderId, secondId } = await secondPartsTurn();
    world.clock.advance(7_000);
    const killed = (name: string): void => {
      if (name === 'part-claimed') throw new Error('killed');
    };
    await expect(advanceSplitOrder({ ...world.ctx, crashPoint: killed }, orderId)).rejects.toThrow('killed');
    const now = world.clock.now();
    expect((await attempts())[1]).toMatchObject({
      ...{ id: secondId, state: 'created', sealed_request: null, updated_at: now },
      next_check_at: new Date(now.getTime() + 20_000),
    });
    await advanceSplitOrder(world.ctx, orderId);
    expect(world.cards.starts).toBe(1);
  });

  const failed = { state: 'failed', decline_code: 'gateway-unreachable', decline_raw: 'not-started' };
  const says = { declineCode: 'gateway-unreachable', source: 'deadline' };

  test('whose secrets cannot be decrypted fails, and the authorizations are held for another', async () => {
    const { session, orderId, secondId } = await secondPartsTurn();
    await advanceSplitOrder({ ...world.ctx, config: { ...world.ctx.config, codeKey: 'a new key' } }, orderId);
    expect((await attempts())[1]).toMatchObject(failed);
    expect(said).toEqual([moved(secondId, 'created', 'failed', says)]);
    expect(world.cards.starts).toBe(1);
    expect((await world.view(session)).split).toMatchObject({ standing: 'held', held: 60_000n, owed: 54_000n });
  });

  test('whose gateway was removed fails so, too', async () => {
    const { orderId, secondId } = await secondPartsTurn(code());
    await advanceSplitOrder({ ...world.ctx, gateways: without('codes') }, orderId);
    expect((await attempts())[1]).toMatchObject({ ...failed, id: secondId });
    expect(world.codes.starts).toBe(0);
  });
});
