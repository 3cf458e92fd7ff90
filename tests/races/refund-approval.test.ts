import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirmRefund, refundOrder, rejectRefund } from '#src/domain/payments/index.server.ts';
import { singleApprovalLimits } from '#src/domain/payments/refunds/refund-limits.data.ts';
import { requestStaffRefund } from '#src/domain/payments/refunds/staff-refund.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const price = 114_000n;
const limits = { ...singleApprovalLimits, BRL: 20_000n };
const rounds = 8;

async function paid(): Promise<string> {
  const { session, quote } = await world.buyer();
  return accepted(await world.payWith(session, quote, [card(60_000n), card()])).orderId;
}

function ask(orderId: string, amount: bigint, refundId = newSecret()) {
  const options = { orderId, amount, refundId, reason: 'goodwill', by: 'ana', hasApprover: true };
  return requestStaffRefund(world.ctx, options, limits);
}

async function countOf(table: 'refund_requests' | 'refund_parts' | 'pending_refunds', orderId: string) {
  return (await database.db.selectFrom(table).select('id').where('order_id', '=', orderId).execute()).length;
}

test('two operators who approve one refund at once, and again, send it once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const orderId = await paid();
    const refundId = newSecret();
    accepted(await ask(orderId, 50_000n, refundId));
    const agreed = await Promise.all(
      ['bia', 'caio', 'bia', 'caio', 'bia', 'ana'].map((by) => confirmRefund(world.ctx, refundId, by, 50_000n)),
    );
    expect(agreed.map((one) => (one.ok ? one.value.amount : one.error))).toEqual([
      ...Array.from({ length: 5 }, () => 50_000n),
      'own-refund',
    ]);
    await world.runJobs();
    expect([await countOf('refund_requests', orderId), await countOf('refund_parts', orderId)]).toEqual([1, 2]);
    const reported = await database.db
      .selectFrom('outbox_events')
      .select('type')
      .where('order_id', '=', orderId)
      .where('type', '=', 'refund-requested')
      .execute();
    expect(reported).toHaveLength(1);
  }
  expect(world.sandbox().taken).toBe(BigInt(rounds) * (price - 50_000n));
});

test('an approval and a rejection at once: one of them counts, and money follows it', async () => {
  let sent = 0n;
  for (let round = 0; round < rounds; round += 1) {
    const orderId = await paid();
    const refundId = newSecret();
    accepted(await ask(orderId, 50_000n, refundId));
    const both = [
      () => confirmRefund(world.ctx, refundId, 'bia', 50_000n),
      () => rejectRefund(world.ctx, refundId, 'caio'),
    ];
    const answers = await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((one) => one()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    await world.runJobs();
    const row = await database.db.selectFrom('pending_refunds').select('state').where('id', '=', refundId).execute();
    const isSent = row[0]?.state === 'confirmed';
    if (isSent) sent += 1n;
    expect(await countOf('refund_requests', orderId)).toBe(isSent ? 1 : 0);
  }
  expect(world.sandbox().taken).toBe(BigInt(rounds) * price - sent * 50_000n);
});

test('many small refunds at once send no more than one operator may; the others wait', async () => {
  const orderId = await paid();
  const asked = await Promise.all(Array.from({ length: 12 }, () => ask(orderId, 6_000n)));
  expect(asked.filter((one) => one.ok && one.value.kind === 'sent')).toHaveLength(3);
  await world.runJobs();
  expect(await countOf('pending_refunds', orderId)).toBe(9);
  expect(world.sandbox().taken).toBe(price - 18_000n);
});

test('pending refunds, approved at once beside a rule of the product, refund no more than came', async () => {
  const orderId = await paid();
  const names = Array.from({ length: 4 }, () => newSecret());
  for (const refundId of names) accepted(await ask(orderId, 50_000n, refundId));
  const all = await Promise.all([
    ...names.map((refundId) => confirmRefund(world.ctx, refundId, 'bia', 50_000n)),
    refundOrder(world.ctx, orderId, 50_000n, newSecret(), 'a rule'),
  ]);
  expect(all.filter(({ ok }) => ok)).toHaveLength(2);
  expect(all.filter((one) => !one.ok && one.error === 'refund-too-large')).toHaveLength(3);
  await world.runJobs();
  expect(world.sandbox().taken).toBe(price - 100_000n);
});

test('one refund id for two orders at once: one of them has it, the other is refused', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const orders = [await paid(), await paid()] as const;
    const refundId = newSecret();
    const amounts = [
      [50_000n, 50_000n],
      [5000n, 5000n],
      [50_000n, 5000n],
    ][round % 3] as [bigint, bigint];
    const asked = await Promise.all(orders.map((orderId, at) => ask(orderId, amounts[at] ?? 0n, refundId)));
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1);
    expect(asked.filter((one) => !one.ok && one.error === 'key-reused')).toHaveLength(1);
    const rows = await Promise.all(
      orders.flatMap((orderId) => [countOf('refund_requests', orderId), countOf('pending_refunds', orderId)]),
    );
    expect(rows.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
    await world.runJobs();
  }
});
