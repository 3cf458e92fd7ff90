import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import type { DomainContext } from '../../context.server.ts';
import { orderOfSession } from '../../orders/index.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.server.ts';
import { renewAttempt, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase({ poolSize: 25 });
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };
const minute = 60_000;

function renew(session: CheckoutSession, attemptId: string, idempotencyKey = 'renew', ctx: DomainContext = world.ctx) {
  return renewAttempt(ctx, { sessionId: session.id, attemptId, idempotencyKey, browser });
}

/** A code whose time is over. */
async function expiredCode() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  world.clock.advance(31 * minute);
  return { session, quote, ...code };
}

async function standing(session: CheckoutSession) {
  const view = await orderOfSession(world.ctx, session.id);
  return { order: view?.order.state, attempts: view?.attempts.map(({ state }) => state) };
}

/** A process that dies when it comes to a named place, the first or a later time. */
function dyingAt(point: string, time = 1): DomainContext {
  const { gateways, clock } = world.ctx;
  let passed = 0;
  return createDomainWorld(database, {
    gateways,
    clock,
    crashPoint: (name) => {
      if (name === point) passed += 1;
      if (passed === time) throw new Error('killed');
    },
  }).ctx;
}

describe('a renewal of a payment code', () => {
  test('T-01 requested twenty times at once, with one key or with twenty, gives one new code and one answer', async () => {
    for (const keyOf of [() => 'one-key', (click: number) => `key-${click}`]) {
      const { session, attemptId } = await expiredCode();
      const before = world.gateway.book.size;
      const clicks = await Promise.all(
        Array.from({ length: 20 }, (_, click) => renew(session, attemptId, keyOf(click))),
      );
      expect(world.gateway.book.size).toBe(before + 1);
      expect(new Set(clicks.map((click) => accepted(click).attemptId)).size).toBe(1);
    }
  });

  test.each([
    ['pay-before-gateway', 1],
    ['pay-after-gateway', 1],
    // The first facts are those about the old code.
    ['facts-before-commit', 2],
    ['facts-after-commit', 2],
  ])('T-26 by a process that died at %s leaves one code, which the same key finds', async (point, time) => {
    const { session, attemptId } = await expiredCode();
    await sweepAttempts(world.ctx);
    await expect(renew(session, attemptId, 'renew', dyingAt(point, time))).rejects.toThrow('killed');
    for (let check = 0; check < 6; check += 1) {
      world.clock.advance(check === 0 ? 25_000 : 70_000);
      await sweepAttempts(world.ctx);
    }
    const isThere = point !== 'pay-before-gateway';
    expect((await standing(session)).attempts?.[0]).toBe(isThere ? 'awaiting-buyer' : 'failed');
    const again = accepted(await renew(session, attemptId));
    expect(accepted(await renew(session, attemptId))).toEqual(again);
    expect(world.gateway.book.size).toBe(isThere ? 2 : 1);
  });

  test('T-49 while the old code is being paid: the money pays the order, and the new code is canceled', async () => {
    const { session, attemptId } = await expiredCode();
    const start = world.gateway.start.bind(world.gateway);
    world.gateway.start = async (charge) => {
      world.gateway.receive(attemptId);
      await world.notify(attemptId);
      return start(charge);
    };
    const renewed = accepted(await renew(session, attemptId));
    await world.runJobs();
    expect(await standing(session)).toEqual({ order: 'paid', attempts: ['voided', 'captured'] });
    expect(world.gateway.book.get(renewed.attemptId)?.state).toBe('voided');
  });

  test('T-49 waits until the gateway has reported the outcome of the old one', async () => {
    const { session, attemptId, orderId } = await expiredCode();
    world.gateway.isReachable = false;
    expect(await renew(session, attemptId)).toEqual({ ok: false, error: { code: 'gateway-unreachable', orderId } });
    expect((await standing(session)).attempts).toEqual(['awaiting-buyer']);
  });

  test('T-28 is refused while its money is under way', async () => {
    const { session, attemptId } = await expiredCode();
    const entry = world.gateway.book.get(attemptId);
    if (entry) entry.state = 'processing';
    expect(accepted(await renew(session, attemptId))).toMatchObject({ attemptId, state: 'processing' });
    expect((await standing(session)).attempts).toEqual(['processing']);
  });

  test('T-48 is refused once part of the price is paid: the owed amount differs', async () => {
    const { session, attemptId } = await expiredCode();
    const second = accepted(await renew(session, attemptId));
    world.gateway.receive(attemptId, 100_000n);
    await world.notify(attemptId);
    world.clock.advance(31 * minute);
    expect(await renew(session, second.attemptId, 'again')).toMatchObject({
      ok: false,
      error: { code: 'tenders-do-not-sum' },
    });
  });

  test('is refused for an attempt that captured, was declined or was abandoned', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'decline';
    const declined = accepted(await world.pay(session, quote, { method: 'by-code' }));
    const refused = { ok: false, error: { code: 'method-not-offered' } };
    expect(await renew(session, declined.attemptId)).toEqual(refused);
    world.gateway.behavior = 'await';
    const given = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.behavior = 'decline';
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    expect(await renew(session, given.attemptId, 'other')).toEqual(refused);
  });

  test('of another session is not found, and its gateway is not queried', async () => {
    const { attemptId } = await expiredCode();
    const stranger = await world.buyer();
    const finds = world.gateway.finds;
    expect(await renew(stranger.session, attemptId)).toEqual({ ok: false, error: { code: 'quote-not-found' } });
    expect(world.gateway.finds).toBe(finds);
  });
});
