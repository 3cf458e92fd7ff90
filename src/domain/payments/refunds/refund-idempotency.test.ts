import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { refundableByAttempt, refundOrder } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let reported: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  reported = [];
  world = createDomainWorld(database, {
    signals: { orderChanged: (orderId) => void reported.push(orderId), onOrder: () => () => undefined },
  });
});
afterEach(() => database.close());

const price = 114_000n;
const late = 500n;
const reused = { ok: false, error: 'key-reused' };

/** A paid order, optionally with a late fee. No event was recorded yet. */
async function paid(lateFee = 0n) {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  Object.assign(world.gateway.receive(attemptId, price + lateFee), lateFee > 0n ? { lateFee } : {});
  await world.notify(attemptId);
  reported.length = 0;
  return { orderId, attemptId };
}

/** Ids, amounts and reasons of the recorded refund requests. */
async function requested() {
  const events = await database.db
    .selectFrom('outbox_events')
    .select(['order_id', 'payload'])
    .where('type', '=', 'refund-requested')
    .orderBy('id')
    .execute();
  return events.map(({ order_id, payload }) => [order_id, payload]);
}

test('a refund is requested once under its key: it is published and logged, and a refused one is not', async () => {
  const { orderId } = await paid();
  const asked = accepted(await refundOrder(world.ctx, orderId, 1_000n, 'refund-one', 'goodwill'));
  expect(asked).toMatchObject({ refundId: 'refund-one', amount: 1_000n, parts: [{ amount: 1_000n, state: 'wanted' }] });
  expect(asked.parts[0]?.id).toMatch(/^rfp_./);
  const payload = { amount: 1_000, currency: 'BRL', reason: 'goodwill' };
  expect(await requested()).toEqual([[orderId, expect.objectContaining(payload)]]);
  expect(reported).toEqual([orderId]);

  reported.length = 0;
  const tooLarge = { ok: false, error: 'refund-too-large' };
  expect(await refundOrder(world.ctx, orderId, price, newSecret(), 'x')).toEqual(tooLarge);
  const notFound = { ok: false, error: 'order-not-found' };
  expect(await refundOrder(world.ctx, 'ord_0000000000000000000000', 1n, newSecret(), 'x')).toEqual(notFound);
  expect([reported, await requested()]).toEqual([[], [[orderId, expect.objectContaining(payload)]]]);
});

test('a refund’s key answers with its own parts, however often; another amount or order under it is refused', async () => {
  const { orderId } = await paid();
  const other = await paid();
  const first = accepted(await refundOrder(world.ctx, orderId, 1_000n, 'refund-one', 'x'));
  const second = accepted(await refundOrder(world.ctx, orderId, 1_000n, 'refund-two', 'x'));
  expect(accepted(await refundOrder(world.ctx, orderId, 1_000n, 'refund-one', 'x'))).toMatchObject(first);
  expect(accepted(await refundOrder(world.ctx, orderId, 1_000n, 'refund-two', 'x'))).toMatchObject(second);
  expect(await refundOrder(world.ctx, orderId, 1_001n, 'refund-one', 'x')).toEqual(reused);
  expect(await refundOrder(world.ctx, other.orderId, 1_000n, 'refund-one', 'x')).toEqual(reused);
  expect(await refundOrder(world.ctx, other.orderId, 'all', 'refund-one', 'x')).toEqual(reused);
});

test('a refund of the balance, and of the price with late fees, repeats its answer', async () => {
  const [one, other] = [await paid(late), await paid(late)];
  const all = accepted(await refundOrder(world.ctx, one.orderId, 'all', 'refund-all', 'x'));
  expect(all.amount).toBe(price + late);
  expect(accepted(await refundOrder(world.ctx, one.orderId, 'all', 'refund-all', 'x'))).toMatchObject(all);
  const whole = accepted(await refundOrder(world.ctx, other.orderId, price, 'refund-whole', 'x'));
  expect(whole).toMatchObject({ amount: price, parts: [{ amount: price + late }] });
  expect(accepted(await refundOrder(world.ctx, other.orderId, price, 'refund-whole', 'x'))).toMatchObject(whole);
  await world.runJobs();
  expect(world.gateway.balance()).toBe(0n);
});

test('a refund’s key used by two orders at once is the first one’s, and the other is refused', async () => {
  const [one, other] = [await paid(), await paid()];
  const send = world.ctx.jobs.send.bind(world.ctx.jobs);
  const [begun, advanceSplitOrder] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  world.ctx.jobs.send = async (...job) => {
    world.ctx.jobs.send = send;
    begun.resolve();
    await advanceSplitOrder.promise;
    await send(...job);
  };
  const first = refundOrder(world.ctx, one.orderId, 1_000n, 'refund-one', 'x');
  await begun.promise;
  const second = refundOrder(world.ctx, other.orderId, 1_000n, 'refund-one', 'x');
  // It comes as far as it can while the first is not written.
  await new Promise((resume) => setTimeout(resume, 200));
  advanceSplitOrder.resolve();
  accepted(await first);
  expect(await second).toEqual(reused);
  expect((await requested()).map(([orderId]) => orderId)).toEqual([one.orderId]);
});

test('T-26 a refund of a process that died before writing it is not requested', async () => {
  const { orderId } = await paid();
  const dying = {
    ...world.ctx,
    crashPoint: (name: string) => {
      if (name === 'refund-before-commit') throw new Error('killed');
    },
  };
  await expect(refundOrder(dying, orderId, 1_000n, 'refund-one', 'x')).rejects.toThrow('killed');
  expect([await requested(), reported]).toEqual([[], []]);
  expect(await refundableByAttempt(database.db, orderId)).toMatchObject([{ amount: price }]);
});

test('the refundable amount falls by requested refunds, to nothing after a full one', async () => {
  const { orderId, attemptId } = await paid(late);
  expect(await refundableByAttempt(database.db, orderId)).toMatchObject([{ attemptId, amount: price + late }]);
  accepted(await refundOrder(world.ctx, orderId, 1_000n, newSecret(), 'x'));
  expect(await refundableByAttempt(database.db, orderId)).toMatchObject([{ attemptId, amount: price + late - 1_000n }]);
  accepted(await refundOrder(world.ctx, orderId, 'all', newSecret(), 'x'));
  expect(await refundableByAttempt(database.db, orderId)).toEqual([]);
});

test('a refund that the school made in its gateway’s back office completes no request: it is still owed', async () => {
  const { orderId, attemptId } = await paid();
  accepted(await refundOrder(world.ctx, orderId, 1_000n, newSecret(), 'x'));
  world.gateway.giveBack(attemptId, 999n);
  await world.notify(attemptId);
  const parts = database.db.selectFrom('refund_parts').select(['state', 'movement_id']);
  expect(await parts.execute()).toEqual([{ state: 'wanted', movement_id: null }]);
  await world.runJobs();
  expect(await parts.execute()).toMatchObject([{ state: 'done' }]);
  expect(world.gateway.balance()).toBe(price - 1_999n);
});
