import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import {
  pollAttempt,
  closeDispute,
  recordManualRefund,
  type GatewayPort,
  refundPart,
  refundOrder,
  requeueStuckWork,
} from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const price = 114_000n;

async function paid() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'capture';
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  await world.runJobs();
  return { orderId, attemptId };
}

async function dispute(attemptId: string, amount: bigint, kind: 'chargeback' | 'chargeback-won' = 'chargeback') {
  world.gateway.giveBack(attemptId, amount, kind);
  await pollAttempt(world.ctx, attemptId, 'webhook');
}

const parts = () =>
  database.db.selectFrom('refund_parts').select(['state', 'amount']).orderBy('amount').orderBy('id').execute();

/** Debits less credits of every account that money leaves the school by. */
async function paidBack(): Promise<bigint> {
  const lines = await database.db.selectFrom('ledger_transfers').select(['kind', 'amount']).execute();
  return lines.reduce((sum, { kind, amount }) => {
    if (kind.startsWith('dispute-won')) return sum - amount;
    return /^(?:refund|dispute)-/.test(kind) ? sum + amount : sum;
  }, 0n);
}

async function loseDispute(): Promise<void> {
  const { id } = await database.db.selectFrom('reconciliation_exceptions').select('id').executeTakeFirstOrThrow();
  accepted(await closeDispute(world.ctx, id, { by: 'ana', reference: 'case-1' }));
}

describe('a full refund and a full dispute', () => {
  test('with the refund first hold it, and the school pays once', async () => {
    const { orderId, attemptId } = await paid();
    accepted(await refundOrder(world.ctx, orderId, 'all', newSecret(), 'a'));
    await dispute(attemptId, price);
    await world.runJobs();
    expect(await parts()).toEqual([{ state: 'disputed', amount: price }]);
    expect(world.gateway.balance()).toBe(0n);
    await loseDispute();
    await world.runJobs();
    expect(await parts()).toEqual([{ state: 'canceled', amount: price }]);
    expect(world.gateway.balance()).toBe(0n);
    expect(await paidBack()).toBe(price);
  });

  test('with the dispute first leave nothing to refund', async () => {
    const { orderId, attemptId } = await paid();
    await dispute(attemptId, price);
    expect(await refundOrder(world.ctx, orderId, 'all', newSecret(), 'a')).toMatchObject({ ok: false });
    expect(world.gateway.balance()).toBe(0n);
  });

  test('of a manual refund hold it as well, without a second task', async () => {
    const { orderId, attemptId } = await paid();
    const { gateway } = world;
    const cannot: GatewayPort = {
      id: gateway.id,
      start: (one) => gateway.start(one),
      find: (one) => gateway.find(one),
    };
    const { parts: asked } = accepted(await refundOrder(world.ctx, orderId, 'all', newSecret(), 'a'));
    const partId = asked[0]?.id ?? '';
    world.sent.length = 0;
    await refundPart({ ...world.ctx, gateways: { ...world.ctx.gateways, byId: () => cannot } }, partId);
    expect(await parts()).toEqual([{ state: 'by-hand', amount: price }]);
    await dispute(attemptId, price);
    expect(await recordManualRefund(world.ctx, partId, 'E2E-1')).toEqual({ ok: false, error: 'refund-disputed' });
    world.clock.advance(5 * 86_400_000);
    await requeueStuckWork(world.ctx);
    expect(await parts()).toEqual([{ state: 'disputed', amount: price }]);
    expect(await paidBack()).toBe(price);
  });

  test('release the refund when the dispute is won', async () => {
    const { orderId, attemptId } = await paid();
    accepted(await refundOrder(world.ctx, orderId, 'all', newSecret(), 'a'));
    await dispute(attemptId, price);
    world.clock.advance(30 * 86_400_000);
    await dispute(attemptId, price, 'chargeback-won');
    expect(await parts()).toEqual([{ state: 'wanted', amount: price }]);
    await requeueStuckWork(world.ctx);
    await world.runJobs();
    expect(await parts()).toEqual([{ state: 'done', amount: price }]);
    expect(world.gateway.balance()).toBe(0n);
  });
});

test('a refund that was made elsewhere holds no other refund back', async () => {
  const { orderId, attemptId } = await paid();
  accepted(await refundOrder(world.ctx, orderId, 1_000n, newSecret(), 'a'));
  world.gateway.giveBack(attemptId, 700n, 'refund');
  await pollAttempt(world.ctx, attemptId, 'webhook');
  expect(await parts()).toEqual([{ state: 'wanted', amount: 1_000n }]);
  await world.runJobs();
  expect(await parts()).toEqual([{ state: 'done', amount: 1_000n }]);
});

test('a refund that is not known asks no gateway', async () => {
  await refundPart(world.ctx, 'unknown');
  expect(world.gateway.balance()).toBe(0n);
});

test('a lost dispute of a part of a refund leaves the rest payable', async () => {
  const { orderId, attemptId } = await paid();
  accepted(await refundOrder(world.ctx, orderId, 'all', newSecret(), 'a'));
  await dispute(attemptId, 30_000n);
  await world.runJobs();
  expect(world.gateway.balance()).toBe(price - 30_000n);
  await loseDispute();
  await world.runJobs();
  expect(await parts()).toEqual([
    { state: 'canceled', amount: 30_000n },
    { state: 'done', amount: price - 30_000n },
  ]);
  expect(world.gateway.balance()).toBe(0n);
});

test('a dispute without news ends as lost after the scheme’s limit', async () => {
  const { orderId, attemptId } = await paid();
  accepted(await refundOrder(world.ctx, orderId, 'all', newSecret(), 'a'));
  await dispute(attemptId, price);
  world.clock.advance(181 * 86_400_000);
  await requeueStuckWork(world.ctx);
  expect(await parts()).toEqual([{ state: 'canceled', amount: price }]);
  const task = await database.db
    .selectFrom('reconciliation_exceptions')
    .select(['state', 'outcome'])
    .executeTakeFirstOrThrow();
  expect(task).toEqual({ state: 'resolved', outcome: 'expired' });
});

test('a dispute won after it was marked as lost leaves the ended refund to an operator', async () => {
  const { orderId, attemptId } = await paid();
  accepted(await refundOrder(world.ctx, orderId, 30_000n, newSecret(), 'a'));
  await dispute(attemptId, 30_000n);
  await loseDispute();
  await dispute(attemptId, 30_000n, 'chargeback-won');
  await world.runJobs();
  expect(await parts()).toEqual([{ state: 'canceled', amount: 30_000n }]);
  const open = database.db
    .selectFrom('reconciliation_exceptions')
    .select(['task', 'amount'])
    .where('state', '=', 'open');
  expect(await open.execute()).toEqual([{ task: 'restore-after-dispute', amount: 30_000n }]);
});
