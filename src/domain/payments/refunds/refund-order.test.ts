import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { pollAttempt, type GatewayPort, refundPart, refundOrder, refundSurplus } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const price = 114_000n;

/** An order that two cards and a code have paid: 60 000, 30 000 and 24 000. */
async function paid() {
  const { session, quote } = await world.buyer();
  const answer = accepted(await world.payWith(session, quote, [card(60_000n), card(30_000n), code()]));
  world.codes.receive(answer.attemptId);
  await pollAttempt(world.ctx, answer.attemptId, 'webhook');
  const view = await world.view(session);
  expect(view.order.state).toBe('paid');
  return { session, orderId: view.order.id, parts: view.split?.parts.map(({ attemptId }) => attemptId) ?? [] };
}

async function backBy(): Promise<Map<string, bigint>> {
  const rows = await database.db.selectFrom('refunds').select(['attempt_id', 'amount']).execute();
  const sums = new Map<string, bigint>();
  for (const { attempt_id, amount } of rows) sums.set(attempt_id, (sums.get(attempt_id) ?? 0n) + amount);
  return sums;
}

async function tasks() {
  return database.db.selectFrom('reconciliation_exceptions').select(['task', 'state']).execute();
}

describe('a refund over tenders', () => {
  test('is made to each of them, in proportion, without a task', async () => {
    const { session, orderId, parts } = await paid();
    accepted(await refundOrder(world.ctx, orderId, 11_400n, newSecret(), 'meia mensalidade'));
    await world.runJobs();
    const back = await backBy();
    expect(parts.map((id) => back.get(id))).toEqual([6_000n, 3_000n, 2_400n]);
    expect((await world.view(session)).order).toMatchObject({ state: 'paid', returned: 11_400n });
    expect(await tasks()).toEqual([]);
  });

  test('in full ends the order, informs the buyer, and revokes access', async () => {
    const { session, orderId } = await paid();
    accepted(await refundOrder(world.ctx, orderId, 14_001n, newSecret(), 'a'));
    accepted(await refundOrder(world.ctx, orderId, price - 14_001n, newSecret(), 'b'));
    await world.runJobs();
    expect((await world.view(session)).order).toMatchObject({ state: 'refunded', returned: price });
    expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
    const letters = await database.db.selectFrom('emails').select('kind').execute();
    expect(letters.map(({ kind }) => kind)).toContain('order-refunded');
  });

  test('T-34 fifty times at once never refunds more than was captured', async () => {
    const { orderId } = await paid();
    const asked = await Promise.all(
      Array.from({ length: 50 }, () => refundOrder(world.ctx, orderId, 10_000n, newSecret(), 'x')),
    );
    expect(asked.filter(({ ok }) => ok)).toHaveLength(11);
    await world.runJobs();
    expect(world.sandbox().taken).toBe(4_000n);
  });

  test('under one key is made once, whoever requests it and however often the job runs', async () => {
    const { orderId } = await paid();
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => refundOrder(world.ctx, orderId, 12_000n, 'one-and-the-same', 'x')),
    );
    for (const one of asked) expect(accepted(one).parts).toHaveLength(3);
    const jobs = world.sent.filter(({ job }) => job === 'refund-part');
    expect(jobs).toHaveLength(3);
    await Promise.all([...jobs, ...jobs].map(({ data }) => refundPart(world.ctx, data['partId'] ?? '')));
    expect(world.sandbox().taken).toBe(price - 12_000n);
    expect(await refundOrder(world.ctx, orderId, 12_001n, 'one-and-the-same', 'x')).toMatchObject({
      ok: false,
      error: 'key-reused',
    });
  });

  test('T-26 found by a poll before its job could record it is matched, without a task', async () => {
    const { orderId, parts } = await paid();
    accepted(await refundOrder(world.ctx, orderId, 11_400n, newSecret(), 'x'));
    const dying = {
      ...world.ctx,
      crashPoint: (name: string) => {
        if (name === 'refund-part-before-booking') throw new Error('killed');
      },
    };
    const jobs = world.sent.splice(0).filter(({ job }) => job === 'refund-part');
    for (const { data } of jobs) await expect(refundPart(dying, data['partId'] ?? '')).rejects.toThrow('killed');
    for (const id of parts) await pollAttempt(world.ctx, id, 'webhook');
    for (const { data } of jobs) await refundPart(world.ctx, data['partId'] ?? '');
    expect(await tasks()).toEqual([]);
    expect(world.sandbox().taken).toBe(price - 11_400n);
  });

  test('excludes surplus, which is refunded by itself', async () => {
    const { orderId, parts } = await paid();
    const [first = ''] = parts;
    world.cards.receive(first, 5_000n);
    await pollAttempt(world.ctx, first, 'webhook');
    expect(await refundOrder(world.ctx, orderId, price + 1n, newSecret(), 'x')).toMatchObject({ ok: false });
    accepted(await refundOrder(world.ctx, orderId, price, newSecret(), 'x'));
    const open = await database.db
      .selectFrom('reconciliation_exceptions')
      .select('id')
      .where('kind', '=', 'surplus')
      .execute();
    for (const { id } of open) await refundSurplus(world.ctx, id);
    await world.runJobs();
    expect(world.sandbox().taken).toBe(0n);
  });

  test('without support by its gateway becomes a task, and is reported', async () => {
    const { orderId, parts } = await paid();
    const { codes, cards, ctx } = world;
    const takesOnly: GatewayPort = { id: codes.id, start: (one) => codes.start(one), find: (one) => codes.find(one) };
    const byId = (id: string): GatewayPort => (id === codes.id ? takesOnly : cards);
    const reported: unknown[] = [];
    const log = { ...ctx.log, error: (...line: unknown[]) => void reported.push(line) };
    const cannot = { ...ctx, gateways: { ...ctx.gateways, byId }, log };
    accepted(await refundOrder(world.ctx, orderId, price, newSecret(), 'x'));
    for (const { job, data } of world.sent.splice(0)) {
      if (job === 'refund-part') await refundPart(cannot, data['partId'] ?? '');
    }
    const states = await database.db.selectFrom('refund_parts').select(['amount', 'state']).orderBy('amount').execute();
    expect(states).toEqual([
      { amount: 24_000n, state: 'by-hand' },
      { amount: 30_000n, state: 'done' },
      { amount: 60_000n, state: 'done' },
    ]);
    expect(reported).toEqual([['refund-needs-staff', { attemptId: parts[2], orderId }]]);
  });

  test('at a removed gateway stays owed, and its job fails', async () => {
    const { orderId } = await paid();
    const [part] = accepted(await refundOrder(world.ctx, orderId, 1_000n, newSecret(), 'x')).parts;
    const gone = { ...world.ctx, gateways: { ...world.ctx.gateways, byId: () => null } };
    await expect(refundPart(gone, part?.id ?? '')).rejects.toThrow(`${part?.id}: it has no gateway`);
    await world.runJobs();
    expect(world.sandbox().taken).toBe(price - 1_000n);
  });
});
