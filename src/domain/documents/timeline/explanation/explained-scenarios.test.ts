import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { renewAttempt, sweepAttempts } from '#src/domain/payments/index.server.ts';
import { chargePeriodNow } from '#src/domain/subscriptions/charging/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createRenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { card, code, createSplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { timelineOf } from '../index.server.ts';
import { explain } from './explain.ts';
import type { Explanation } from './explanation.types.ts';

/** Sales that the real domain brings about, each explained at the moments at which somebody asks about it. */

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => {
  world.gateway.behavior = 'capture';
});
afterAll(() => database.close());

async function explained(orderId: string, of = world): Promise<Explanation> {
  const now = of.clock.now();
  const timeline = await timelineOf(database.db, orderId, now);
  if (!timeline) throw new Error(orderId);
  return explain(timeline, now);
}
const ruleOf = async (orderId: string, of = world): Promise<string> => (await explained(orderId, of)).rule;

/** A code that waits for its buyer. */
async function open() {
  const { session, quote, lead } = await world.buyer();
  world.gateway.behavior = 'await';
  const { orderId, attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
  return { session, quote, lead, orderId, attemptId };
}
const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };
async function renewed({ session, attemptId }: Awaited<ReturnType<typeof open>>) {
  world.clock.advance(31 * 60_000);
  const change = { sessionId: session.id, attemptId, idempotencyKey: `renew-${attemptId}`, browser };
  return accepted(await renewAttempt(world.ctx, change));
}
async function receive(attemptId: string, amount?: bigint): Promise<void> {
  world.gateway.receive(attemptId, amount);
  await world.notify(attemptId);
}

describe('the explanation of a sale of the real domain', () => {
  test('follows a code from waiting to its end, and to money that comes after it', async () => {
    const { orderId, attemptId } = await open();
    expect(await ruleOf(orderId)).toMatch(/^waits-for-/);
    world.clock.advance(32 * 60_000);
    await sweepAttempts(world.ctx);
    expect(await ruleOf(orderId)).toMatch(/expired$/);
    await receive(attemptId);
    expect(await explained(orderId)).toMatchObject({ rule: 'paid-after-refusal', tone: 'ok' });
  });

  test('names two captures while the second is given back, and after it was', async () => {
    const sale = await open();
    const { attemptId } = await renewed(sale);
    await receive(attemptId);
    await receive(sale.attemptId);
    expect(await ruleOf(sale.orderId)).toBe('surplus-two-captures');
    await world.runJobs();
    await world.runJobs();
    expect(await ruleOf(sale.orderId)).toBe('paid-and-surplus-returned');
  });

  test('names a code that was paid twice, or with too little or too much', async () => {
    const twice = await open();
    await receive(twice.attemptId);
    await receive(twice.attemptId);
    expect(await ruleOf(twice.orderId)).toBe('surplus-paid-twice');
    const short = await open();
    await receive(short.attemptId, 100_000n);
    expect(await ruleOf(short.orderId)).toMatch(/^(paid-short|partly-paid)$/);
    const much = await open();
    await receive(much.attemptId, 120_000n);
    expect(await ruleOf(much.orderId)).toBe('surplus-too-much');
  });

  test('says that an answer was lost, and what the bank said to a declined card', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'silent-after';
    const { orderId } = accepted(await world.pay(session, quote));
    expect(await explained(orderId)).toMatchObject({ rule: 'outcome-unknown', cure: 'attempt.check' });
    const other = await world.buyer();
    world.gateway.behavior = 'decline';
    const declined = accepted(await world.pay(other.session, other.quote));
    expect(await ruleOf(declined.orderId)).toMatch(/^declined/);
    world.gateway.behavior = 'capture';
    accepted(await world.pay(other.session, other.quote));
    expect(await ruleOf(declined.orderId)).toBe('paid-after-tries');
  });

  test('says which address bounced, and which system of the school refuses its webhook', async () => {
    const { session, quote } = await world.buyer();
    const { orderId } = accepted(await world.pay(session, quote));
    await database.pool.query(
      `update emails set tries = 1, outcome = 'refused', smtp_code = 550, refusal = 'unknown-address'
       where order_id = $1 and kind = 'order-paid'`,
      [orderId],
    );
    expect(await explained(orderId)).toMatchObject({
      ...{ rule: 'access-email-bounced', cure: 'buyer.correct' },
      values: { code: { kind: 'text', text: '550' } },
    });
    await database.pool.query(
      "update emails set state = 'sent', outcome = 'accepted', smtp_code = 250, refusal = null",
    );
    await database.pool.query("insert into webhook_endpoints (id) values ('lms')");
    await database.pool.query(
      `insert into webhook_deliveries (endpoint_id, event_id, state, tries, next_try_at, last_status, last_failure, created_at)
       select 'lms', id, 'waiting', 3, now(), 500, 'status', now() from outbox_events
       where order_id = $1 and type = 'access-granted'`,
      [orderId],
    );
    expect(await explained(orderId)).toMatchObject({ rule: 'webhook-refused', cure: 'webhook.replay' });
  });

  test('tells a failed renewal on the order that is owed, and the purchase before it by its own payment', async () => {
    const renewing = createRenewalWorld(database);
    const { id, orderId } = await renewing.subscribe();
    await database.pool.query("update emails set state = 'sent', outcome = 'accepted' where order_id = $1", [orderId]);
    renewing.clock.advance(366 * 86_400_000);
    renewing.gateway.behavior = 'decline';
    await chargePeriodNow(renewing.ctx, id);
    const owed = (await renewing.periods(id)).find(({ state }) => state === 'failed');
    expect(await explained(owed?.orderId ?? '', renewing)).toMatchObject({
      ...{ rule: expect.stringMatching(/^renewal-/), cure: 'link.create' },
    });
    expect(await ruleOf(orderId, renewing)).toBe('paid');
  });

  test('follows an order in two parts from its missing part to its end without it', async () => {
    const split = createSplitWorld(database);
    const { session, quote } = await split.buyer();
    const paying = accepted(await split.payWith(session, quote, [card(60_000n), code(54_000n)]));
    await split.runJobs();
    expect(await ruleOf(paying.orderId, split)).toBe('split-waits-for-part');
    split.clock.advance(16 * 86_400_000);
    await sweepAttempts(split.ctx);
    await split.runJobs();
    const { rule, tone } = await explained(paying.orderId, split);
    expect(rule).not.toBe('unexplained');
    expect(tone).not.toBe('ok');
  });
});
