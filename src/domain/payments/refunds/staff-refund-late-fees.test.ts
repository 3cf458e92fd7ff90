import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { confirmRefund, refundOrder, rejectRefund, pendingRefunds } from '../index.server.ts';
import { singleApprovalLimits } from './refund-limits.data.ts';
import { refundedWithoutApproval } from '../booking/refund.repository.server.ts';
import { requestStaffRefund } from './staff-refund.server.ts';

const price = 114_000n;
const late = 500n;

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

/** An order whose buyer paid the price, and what being late cost besides. */
async function paidLate(): Promise<string> {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  const asked = world.gateway.book.get(attemptId)?.amount.amount ?? 0n;
  Object.assign(world.gateway.receive(attemptId, asked + late), { lateFee: late });
  await world.notify(attemptId);
  await world.runJobs();
  expect(world.gateway.balance()).toBe(price + late);
  return orderId;
}

function ask(orderId: string, amount: bigint, most: bigint, refundId = newSecret()) {
  const request = { orderId, amount, refundId, reason: 'goodwill', by: 'ana', hasApprover: true };
  return requestStaffRefund(world.ctx, request, { ...singleApprovalLimits, BRL: most });
}

describe('a refund of the whole price with late fees', () => {
  test('counts by its total: above the operator limit it waits, and the approver sees the total', async () => {
    const orderId = await paidLate();
    const refundId = newSecret();
    const asked = accepted(await ask(orderId, price, price + late - 1n, refundId));
    expect(asked).toMatchObject({ kind: 'not-sent', waiting: { amount: price, plannedAmount: price + late } });
    expect(await pendingRefunds(world.ctx)).toMatchObject([
      { id: refundId, amount: price, plannedAmount: price + late },
    ]);
    expect(accepted(await ask(orderId, price, price + late - 1n, refundId))).toEqual(asked);
    const { parts } = accepted(await confirmRefund(world.ctx, refundId, 'bia', price + late));
    expect(parts.map(({ amount }) => amount)).toEqual([price + late]);
    expect(accepted(await ask(orderId, price, price, refundId))).toMatchObject({ kind: 'sent' });
    expect(await refundedWithoutApproval(database.db, orderId)).toBe(0n);
  });

  test('is made at once when its total is within the limit, and uses up that much of it', async () => {
    const orderId = await paidLate();
    expect(accepted(await ask(orderId, price, price + late))).toMatchObject({ kind: 'sent' });
    expect(await refundedWithoutApproval(database.db, orderId)).toBe(price + late);
    await world.runJobs();
    expect(world.gateway.balance()).toBe(0n);
  });

  test('is not what a refund below the price gives back', async () => {
    const orderId = await paidLate();
    expect(accepted(await ask(orderId, price - 1n, price - 1n))).toMatchObject({ kind: 'sent' });
    expect(await refundedWithoutApproval(database.db, orderId)).toBe(price - 1n);
    expect(accepted(await ask(orderId, 1n, price))).toMatchObject({
      kind: 'not-sent',
      waiting: { plannedAmount: 1n + late },
    });
  });

  test('is made as the approver saw it, or not at all', async () => {
    const orderId = await paidLate();
    const refundId = newSecret();
    const half = price / 2n;
    accepted(await ask(orderId, half, 1n, refundId));
    const [shown] = await pendingRefunds(world.ctx);
    expect(shown).toMatchObject({ id: refundId, plannedAmount: half });
    // Now it is all that is left of the price, and late fees go with it.
    accepted(await refundOrder(world.ctx, orderId, half, newSecret(), 'a rule'));
    expect(await confirmRefund(world.ctx, refundId, 'bia', half)).toEqual({ ok: false, error: 'refund-changed' });
    expect(await pendingRefunds(world.ctx)).toMatchObject([
      { id: refundId, state: 'waiting', plannedAmount: half + late },
    ]);
    await world.runJobs();
    expect(world.gateway.balance()).toBe(half + late);

    const { parts } = accepted(await confirmRefund(world.ctx, refundId, 'bia', half + late));
    expect(parts.map(({ amount }) => amount)).toEqual([half + late]);
    // A repeat, whatever it names, returns the present state.
    expect(accepted(await confirmRefund(world.ctx, refundId, 'bia', half)).parts).toHaveLength(1);
  });

  test('is shown as it was requested when less is left by then', async () => {
    const orderId = await paidLate();
    accepted(await ask(orderId, price, 1n));
    accepted(await ask(orderId, 1n, 1n));
    expect(await pendingRefunds(world.ctx)).toMatchObject([{ amount: price, plannedAmount: price }]);
  });
});

test('a staff refund logs its wait, approval and rejection once each, with its total; only a made refund is published', async () => {
  const orderId = await paidLate();
  const [log, answerClass]: [unknown[], unknown[]] = [[], []];
  world.ctx.log.info = (event, fields) => void (event === 'attempt-moved' || log.push([event, fields]));
  world.ctx.signals.orderChanged = (id) => void answerClass.push(id);
  const [no, yes] = [newSecret(), newSecret()];
  const reported = (refundId: string) => ({ refundId, orderId, amount: price + late, currency: 'BRL' });

  for (const id of [no, no, yes, no]) accepted(await ask(orderId, price, 1n, id));
  for (const by of ['ana', 'bia']) accepted(await rejectRefund(world.ctx, no, by));
  expect(answerClass).toEqual([]);
  for (const by of ['bia', 'caio']) accepted(await confirmRefund(world.ctx, yes, by, price + late));
  expect(answerClass).toEqual([orderId, orderId]);
  expect(log).toEqual([
    ['refund-waits', reported(no)],
    ['refund-waits', reported(yes)],
    ['refund-turned-down', reported(no)],
    ['refund-confirmed', reported(yes)],
  ]);
  expect(await confirmRefund(world.ctx, no, 'bia', price + late)).toEqual({ ok: false, error: 'refund-over' });
  expect([answerClass.length, log.length]).toEqual([2, 4]);
});

test('a staff refund of one operator is published at once, without a wait', async () => {
  const orderId = await paidLate();
  const [log, answerClass]: [unknown[], unknown[]] = [[], []];
  world.ctx.log.info = (event) => void log.push(event);
  world.ctx.signals.orderChanged = (id) => void answerClass.push(id);
  accepted(await ask(orderId, 1n, 1n));
  expect([answerClass, log]).toEqual([[orderId], []]);
  expect(await ask(orderId, price + 1n, 1n)).toEqual({ ok: false, error: 'refund-too-large' });
  expect([answerClass, log]).toEqual([[orderId], []]);
});

test('a rejected staff refund is reported by its requested amount: an approval would make nothing', async () => {
  const orderId = await paidLate();
  const refundId = newSecret();
  accepted(await ask(orderId, price, 1n, refundId));
  accepted(await rejectRefund(world.ctx, refundId, 'bia'));
  const waiting = { state: 'turned-down', decidedBy: 'bia', amount: price, plannedAmount: price };
  expect(accepted(await ask(orderId, price, 1n, refundId))).toMatchObject({ kind: 'not-sent', waiting });
});
