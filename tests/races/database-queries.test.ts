import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  exchangeAccess,
  issueFirstAccess,
  issueEmailAccess,
  orderOfEmailAccess,
} from '#src/domain/customers/access/index.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import {
  closeAbandonedOrders,
  recheckCaptured,
  refundOrder,
  renewAttempt,
  reconcileCredits,
  sweepAttempts,
  sweepWebhooks,
  sweepExpiredHolds,
  requeueStuckWork,
} from '#src/domain/payments/index.server.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { requestResume } from '#src/domain/sales/recovery/index.server.ts';
import { reserveCardAttempt, deleteApprovedAttempt } from '#src/domain/payments/decline-policy/index.server.ts';
import { countMerchantDeclines } from '#src/domain/payments/decline-policy/card-attempt.repository.server.ts';
import { sessionById, sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { seedOrders } from '#tests/support/database/seed-orders.server.ts';

const orders = 20_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedOrders(database, orders);
}, 60_000);
afterAll(() => database.close());

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Plan[];
}

/** Tables that a plan reads from end to end although they are large. */
function wholeTables(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(wholeTables);
  return plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? '?', ...below] : below;
}

/** Tables with enough rows to make reading them whole a mistake. */
async function largeTables(): Promise<ReadonlySet<string>> {
  const { rows } = await database.pool.query<{ name: string }>(
    'select relname as name from pg_class where reltuples >= 5000',
  );
  return new Set(rows.map(({ name }) => name));
}

/** Everything that buyers, gateways and jobs make the product ask of its database. */
async function live(db: Kysely<Database>): Promise<void> {
  const world = createDomainWorld({ ...database, db });
  const { ctx, gateway } = world;
  const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };
  const { session, quote, lead } = await world.buyer();
  gateway.behavior = 'decline';
  accepted(await world.pay(session, quote));
  gateway.behavior = 'await';
  const withVoucher = accepted(
    await currentQuote(ctx, (await sessionById(db, session.id)) ?? session, { voucher: 'for-all' }),
  );
  const code = accepted(await world.pay(session, withVoucher, { method: 'by-code', token: newSecret() }));
  world.clock.advance(31 * 60_000);
  const renewed = accepted(
    await renewAttempt(ctx, {
      sessionId: session.id,
      attemptId: code.attemptId,
      idempotencyKey: 'renew-this-one',
      browser,
    }),
  );
  gateway.receive(renewed.attemptId, 100n);
  await world.notify(renewed.attemptId);
  gateway.receive(renewed.attemptId);
  gateway.receive(code.attemptId);
  await reconcileCredits(ctx);
  await world.runJobs();
  const { orderId } = code;
  await issueFirstAccess(ctx, orderId);
  const secret = await issueEmailAccess(ctx, orderId);
  await orderOfEmailAccess(ctx, secret ?? '');
  await exchangeAccess(ctx, secret ?? '');
  await sessionOfBrowser(db, 'nobody', { orderId });
  await sessionOfBrowser(db, 'nobody', { leadId: lead.id });
  await orderOfSession(ctx, session.id);
  world.clock.advance(3 * 3_600_000);
  await sweepAttempts(ctx);
  await sweepWebhooks(ctx);
  await requeueStuckWork(ctx);
  await closeAbandonedOrders(ctx);
  await recheckCaptured(ctx);
  await requestResume(ctx, { sessionId: session.id, channel: 'sms', ip: '127.0.0.1' });
  await tryCard(world);
  await liveInParts(createSplitWorld({ ...database, db }));
}

/** A card is tried whose like was tried often, while its shop's refusals are counted. */
async function tryCard({ ctx }: DomainWorld): Promise<void> {
  const wanted = { instrument: 'the instrument', purchase: 'a purchase', gateway: 'book', brand: 'visa' };
  const money = { amount: 100n, currency: 'BRL', installments: 1 };
  await reserveCardAttempt(ctx, { id: newSecret(), attemptId: null, ...wanted, ...money }, () => false);
  await countMerchantDeclines(
    ctx.db,
    { ...wanted, codes: ['54'], limit: 25_000 },
    new Date(ctx.clock.now().getTime() - 30 * 86_400_000),
  );
  await deleteApprovedAttempt(ctx.db, 'att_3', ctx.clock.now());
}

/** The same by several tenders: rescued, given back, undone. */
async function liveInParts(world: SplitWorld): Promise<void> {
  const { ctx } = world;
  for (const isPaidInTime of [true, false]) {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'decline');
    const held = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    if (isPaidInTime) accepted(await world.payWith(session, quote, [card()]));
    world.clock.advance(16 * 60_000);
    await sweepExpiredHolds(ctx);
    if (isPaidInTime) accepted(await refundOrder(ctx, held.orderId, 1_000n, newSecret(), 'x'));
    await world.runJobs();
  }
}

/** Lives once more and asks for the plan of every question: those that read a large table whole. */
async function wholeReads(): Promise<{ readonly questions: number; readonly found: readonly string[] }> {
  const asked = new Map<string, readonly unknown[]>();
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      asked.set(query.sql, query.parameters);
    },
  });
  await live(db);
  const large = await largeTables();
  expect(large.size).toBeGreaterThan(12);
  const found: string[] = [];
  const questions = [...asked].filter(([text]) => /^\s*(with|select|insert|update|delete)\b/.test(text));
  for (const [text, values] of questions) {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${text}`, [
      ...values,
    ]);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error(`No plan for ${text}`);
    for (const table of wholeTables(plan)) if (large.has(table)) found.push(`${table}: ${text}`);
  }
  return { questions: questions.length, found };
}

describe('every question that the product asks of its database', () => {
  test(`is answered by an index, however many orders there are (here ${orders})`, async () => {
    const { questions, found } = await wholeReads();
    expect(questions).toBeGreaterThan(40);
    expect(found).toEqual([]);
  });

  test('planted bug: a forgotten index is seen', async () => {
    await database.pool.query('drop index orders_by_session, attempts_declined, incoming_webhooks_waiting');
    const { found } = await wholeReads();
    expect(new Set(found.map((one) => one.split(':')[0]))).toEqual(
      new Set(['orders', 'attempts', 'incoming_webhooks']),
    );
  });
});
