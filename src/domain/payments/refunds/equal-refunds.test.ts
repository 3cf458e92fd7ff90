import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { pollAttempt, refundPart, refundOrder } from '../index.server.ts';

/** Amounts do not say which of several equal debts a refund pays: these were found by the model tests. */

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const price = 114_000n;
const answers: ('good' | 'unreachable' | 'lost')[] = [];

/** How the next refunds are answered; then well. */
function gatewayAnswers(...next: typeof answers): void {
  answers.splice(0, answers.length, ...next);
  const refund = world.gateway.refund.bind(world.gateway);
  world.gateway.refund = async (...asked) => {
    const answer = answers.shift() ?? 'good';
    if (answer === 'unreachable') return { kind: 'unreachable', reason: 'refused' };
    const said = await refund(...asked);
    return answer === 'lost' ? { kind: 'silent', reason: 'time-out' } : said;
  };
}

/** Runs the jobs until none is left; one that fails comes again. */
async function runJobs(): Promise<void> {
  for (let left = 30; world.sent.length > 0 && left > 0; left -= 1) {
    const [next] = world.sent;
    try {
      await world.runJobs();
    } catch {
      if (next) world.sent.push(next);
    }
  }
  expect(world.sent).toEqual([]);
}

async function paid() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'capture';
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  await world.runJobs();
  return { orderId, attemptId };
}

async function standing(orderId: string) {
  const [parts, order] = await Promise.all([
    database.db.selectFrom('refund_parts').select('state').execute(),
    database.db.selectFrom('orders').select(['state', 'returned']).where('id', '=', orderId).executeTakeFirstOrThrow(),
  ]);
  return { ...order, parts: parts.map(({ state }) => state), kept: world.gateway.balance() };
}

describe('two refunds of the same amount', () => {
  test.each([
    ['the first of which did not reach its gateway', ['unreachable'] as const],
    ['the first of which was made and not heard of', ['lost'] as const],
    ['neither of which was heard of at first', ['lost', 'lost'] as const],
  ])('are both refunded, once: %s', async (_name, first) => {
    const { orderId, attemptId } = await paid();
    gatewayAnswers(...first);
    accepted(await refundOrder(world.ctx, orderId, 300n, newSecret(), 'a'));
    accepted(await refundOrder(world.ctx, orderId, 300n, newSecret(), 'b'));
    await runJobs();
    await pollAttempt(world.ctx, attemptId, 'recheck-captured');
    await runJobs();
    expect(await standing(orderId)).toEqual({
      state: 'paid',
      returned: 600n,
      parts: ['done', 'done'],
      kept: price - 600n,
    });
  });
});

/** The order's parts, the oldest first, and the jobs that are to give them back. */
async function partsAndJobs() {
  const rows = database.db.selectFrom('refund_parts').selectAll().orderBy('requested_at').orderBy('id');
  const sent = world.sent.filter(({ job }) => job === 'refund-part').map(({ data }) => data['partId']);
  return { rows: await rows.execute(), sent };
}

test('two equal refunds with the younger one’s job first complete that one, and the older gets its job again', async () => {
  const { orderId } = await paid();
  for (const name of ['a', 'b']) accepted(await refundOrder(world.ctx, orderId, 300n, newSecret(), name));
  const [older = '', younger = ''] = (await partsAndJobs()).rows.map(({ id }) => id);
  world.sent.length = 0;
  await refundPart(world.ctx, younger);
  const { rows, sent } = await partsAndJobs();
  expect(rows).toMatchObject([
    { id: older, state: 'wanted', movement_id: null, ended_at: null },
    { id: younger, state: 'done', movement_id: younger, ended_at: expect.any(Date) },
  ]);
  expect(sent).toEqual([older]);
  await world.runJobs();
  expect(await standing(orderId)).toMatchObject({ returned: 600n, parts: ['done', 'done'], kept: price - 600n });
});

test('a refund mistaken for an equal surplus is completed in its place, under its key and by its capture', async () => {
  const { orderId, attemptId } = await paid();
  accepted(await refundOrder(world.ctx, orderId, price, newSecret(), 'all'));
  const again = world.gateway.receive(attemptId);
  await pollAttempt(world.ctx, attemptId, 'webhook');
  const surplus = await database.db.selectFrom('reconciliation_exceptions').select('id').executeTakeFirstOrThrow();
  const [part] = (await partsAndJobs()).rows;
  world.sent.length = 0;
  await refundPart(world.ctx, part?.id ?? '');
  const { rows, sent } = await partsAndJobs();
  expect(rows).toMatchObject([{ id: part?.id, state: 'wanted', refund_key: surplus.id, capture_id: again.id }]);
  expect(sent).toEqual([part?.id]);
  await world.runJobs();
  expect(await standing(orderId)).toMatchObject({ state: 'refunded', parts: ['done'], kept: 0n });
});

test('a refund booked before its request completes no part: it is still owed, and reported', async () => {
  const { orderId, attemptId } = await paid();
  const before = world.gateway.giveBack(attemptId, 300n);
  await pollAttempt(world.ctx, attemptId, 'webhook');
  accepted(await refundOrder(world.ctx, orderId, 300n, newSecret(), 'a'));
  const refund = world.gateway.refund.bind(world.gateway);
  world.gateway.refund = (charge, amount) => refund(charge, amount, before.id);
  const reported: unknown[] = [];
  world.ctx.log.error = (...line) => void reported.push(line);
  world.sent.length = 0;
  const [part] = (await partsAndJobs()).rows;
  await refundPart(world.ctx, part?.id ?? '');
  expect(reported).toEqual([['refund-without-part', { orderId }]]);
  const { rows, sent } = await partsAndJobs();
  expect(rows).toMatchObject([{ state: 'wanted', refund_key: null }]);
  expect(sent).toEqual([]);
});

test('a waiting refund is held by a dispute of the same amount until the dispute is won', async () => {
  const { orderId, attemptId } = await paid();
  accepted(await refundOrder(world.ctx, orderId, 300n, newSecret(), 'a'));
  world.gateway.giveBack(attemptId, 300n, 'chargeback');
  await pollAttempt(world.ctx, attemptId, 'webhook');
  const tasks = database.db.selectFrom('reconciliation_exceptions').select(['task', 'amount', 'state']);
  expect(await tasks.execute()).toEqual([{ task: 'answer-dispute', amount: 300n, state: 'open' }]);
  expect(await standing(orderId)).toMatchObject({ returned: 300n, parts: ['disputed'] });
  await runJobs();
  expect(await standing(orderId)).toMatchObject({ returned: 300n, parts: ['disputed'], kept: price - 300n });
  world.gateway.giveBack(attemptId, 300n, 'chargeback-won');
  await pollAttempt(world.ctx, attemptId, 'webhook');
  await runJobs();
  expect(await standing(orderId)).toMatchObject({ returned: 300n, parts: ['done'], kept: price - 300n });
});

describe('a full refund, and a second payment of the same amount', () => {
  test.each([
    ['the sale first', [] as const, false],
    ['what came twice first', [] as const, true],
    ['the first of them unheard', ['lost'] as const, false],
    ['what came twice first, unheard', ['lost'] as const, true],
  ])('are both refunded, and no more: %s', async (_name, first, isSurplusFirst) => {
    const { orderId, attemptId } = await paid();
    gatewayAnswers(...first);
    accepted(await refundOrder(world.ctx, orderId, price, newSecret(), 'all'));
    world.gateway.receive(attemptId);
    await pollAttempt(world.ctx, attemptId, 'webhook');
    if (isSurplusFirst) world.sent.reverse();
    await runJobs();
    await pollAttempt(world.ctx, attemptId, 'recheck-captured');
    await runJobs();
    expect(await standing(orderId)).toEqual({ state: 'refunded', returned: price, parts: ['done'], kept: 0n });
    const open = await database.db
      .selectFrom('reconciliation_exceptions')
      .select('kind')
      .where('state', '=', 'open')
      .execute();
    expect(open).toEqual([]);
  });
});
