import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { pollAttempt, renewAttempt } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };
const minute = 60_000;
const price = 114_000n;

/** 640.00 are reserved; the time of the code for the other 500.00 is over. */
async function partExpired() {
  const { session, quote } = await world.buyer();
  const { attemptId } = accepted(await world.payWith(session, quote, [card(64_000n), code()]));
  world.clock.advance(31 * minute);
  const renew = (idempotencyKey: string) =>
    renewAttempt(world.ctx, { sessionId: session.id, attemptId, idempotencyKey, browser });
  return { session, quote, attemptId, renew };
}

describe('a code for a part of a price', () => {
  test('is renewed beside the authorized part, once per request, and pays its part', async () => {
    const { session, attemptId, renew } = await partExpired();
    const renewed = accepted(await renew('one'));
    expect(renewed.state).toBe('awaiting-buyer');
    expect(accepted(await renew('two')).attemptId).toBe(renewed.attemptId);
    expect(world.codes.book.size).toBe(2);
    expect(world.codes.book.get(renewed.attemptId)?.amount).toEqual({ amount: 50_000n, currency: 'BRL' });
    expect((await world.view(session)).split).toMatchObject({ standing: 'waits-for-buyer', held: 64_000n, owed: 0n });
    world.codes.receive(renewed.attemptId);
    await pollAttempt(world.ctx, renewed.attemptId, 'webhook');
    await world.runJobs();
    expect((await world.view(session)).order.state).toBe('paid');
    expect(world.sandbox()).toEqual({ taken: price, reserved: 0n });
    expect(world.codes.book.get(attemptId)?.state).toBe('voided');
  });

  test('is not renewed where less than its part is owed by now', async () => {
    const { session, quote, renew } = await partExpired();
    await pollAttempt(world.ctx, (await world.view(session)).attempts[0]?.id ?? '', 'check');
    world.cards.behaviors.push('capture', 'decline');
    const other = accepted(await world.payWith(session, quote, [card(1_000n), card()]));
    expect(other.split).toMatchObject({ held: 65_000, owed: 49_000 });
    expect(await renew('one')).toEqual({ ok: false, error: { code: 'tenders-do-not-sum' } });
  });

  test.each([
    ['as long as the rest stays reserved until its end', 62 * 60, { ok: true, value: { state: 'awaiting-buyer' } }],
    ['not where that ends a second before', 62 * 60 - 1, { ok: false, error: { code: 'hold-too-short' } }],
  ])('is renewed %s', async (_what, holdSeconds, answer) => {
    freezeClock();
    world.cards.holdSeconds = holdSeconds;
    const { renew } = await partExpired();
    expect(await renew('one')).toMatchObject(answer);
  });
});
