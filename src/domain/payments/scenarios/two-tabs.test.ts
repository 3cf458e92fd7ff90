import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderOfSession } from '../../orders/index.server.ts';
import { openSession } from '../../checkout/sessions/index.server.ts';
import { pollAttempt, sweepAttempts } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const price = 114_000n;
const minute = 60_000;

async function standing(session: { id: string }) {
  const view = await orderOfSession(world.ctx, session.id);
  return { order: view?.order.state, attempts: view?.attempts.map(({ state }) => state) };
}

/** A card payment whose bank asks its buyer something. */
async function challenged() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'challenge';
  const asked = accepted(await world.pay(session, quote));
  expect(asked.state).toBe('awaiting-buyer');
  return { session, quote, asked };
}

describe('a bank challenge', () => {
  test('T-10 that was left open is superseded by the next attempt and canceled: attempts do not stack', async () => {
    const { session, quote } = await challenged();
    for (let again = 0; again < 4; again += 1) accepted(await world.pay(session, quote));
    await world.runJobs();
    const { attempts } = await standing(session);
    expect(attempts).toEqual(['awaiting-buyer', 'voided', 'voided', 'voided', 'voided']);
    expect([...world.gateway.book.values()].filter(({ state }) => state === 'awaiting-buyer')).toHaveLength(1);
  });

  test('T-10 that was superseded is canceled once, although the next one ends the order', async () => {
    const { session, quote, asked } = await challenged();
    world.gateway.behavior = 'capture';
    accepted(await world.pay(session, quote));
    const voids = world.sent.filter(({ job, data }) => job === 'void-attempt' && data['attemptId'] === asked.attemptId);
    expect(voids).toHaveLength(1);
  });

  test('T-10 is shown again after a reload: the next action is stored with the attempt', async () => {
    const { session, asked } = await challenged();
    const view = await orderOfSession(world.ctx, session.id);
    expect(view?.attempts[0]).toMatchObject({ id: asked.attemptId, nextAction: { kind: 'challenge' } });
  });

  test('T-04 answered in both tabs: one pays, the capture of the other is refunded', async () => {
    const { session, quote, asked } = await challenged();
    const second = accepted(await world.pay(session, quote));
    world.gateway.receive(asked.attemptId);
    world.gateway.receive(second.attemptId);
    await Promise.all([asked, second].map(({ attemptId }) => pollAttempt(world.ctx, attemptId, 'check')));
    await world.runJobs();
    expect(await standing(session)).toEqual({ order: 'paid', attempts: ['captured', 'captured'] });
    expect(world.gateway.balance()).toBe(price);
  });

  test('T-10 answered after the card was changed: the first capture pays, the other is refunded', async () => {
    const { session, quote, asked } = await challenged();
    world.gateway.behavior = 'silent-after';
    accepted(await world.pay(session, quote));
    world.gateway.receive(asked.attemptId);
    await world.runJobs();
    expect((await standing(session)).order).toBe('paid');
    expect(world.gateway.balance()).toBe(price);
  });
});

describe('a returning buyer', () => {
  test('T-03 with the same link in a new tab gets the same session, order and code', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const { orderId, attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
    const row = await database.db.selectFrom('checkout_sessions').selectAll().executeTakeFirstOrThrow();
    const again = await openSession(world.ctx, {
      browserHash: row.browser_hash,
      brand: 'school',
      variant: null,
      business: 'school',
      productCode: 'course',
      offer: '',
      flowId: 'default',
      market: 'BR',
      locale: 'pt-BR',
      seller: 'somebody-else',
      source: 'other',
      link: { voucher: 'for-all' },
    });
    expect(again).toMatchObject({ id: session.id, orderId, seller: 'ana', link: {} });
    expect((await orderOfSession(world.ctx, again.id))?.attempts[0]?.id).toBe(attemptId);
  });

  test('T-07 on the Back button after paying is charged nothing, whatever key and method the old page sends', async () => {
    const { session, quote } = await world.buyer();
    const { orderId } = accepted(await world.pay(session, quote));
    for (const method of ['at-once', 'by-code']) {
      expect(await world.pay(session, quote, { method })).toEqual({
        ok: false,
        error: { code: 'order-paid', orderId },
      });
    }
    expect(world.gateway.starts).toBe(1);
  });

  test('T-08 after a server error repeats the click and gets the existing attempt', async () => {
    const { session, quote } = await world.buyer();
    const dying = createDomainWorld(database, {
      gateways: world.ctx.gateways,
      crashPoint: (name) => {
        if (name === 'pay-after-gateway') throw new Error('killed');
      },
    });
    const key = { idempotencyKey: 'the-click-that-broke' };
    await expect(dying.pay(session, quote, key)).rejects.toThrow('killed');
    const open = await world.pay(session, quote, key);
    expect(open).toMatchObject({ ok: false, error: { code: 'attempt-open' } });
    expect(await world.pay(session, quote)).toMatchObject({ ok: false, error: { code: 'attempt-open' } });
    world.clock.advance(minute);
    await sweepAttempts(world.ctx);
    const reported = accepted(await world.pay(session, quote, key));
    expect(reported.state).toBe('captured');
    expect(accepted(await world.pay(session, quote, key))).toEqual(reported);
    expect(world.gateway.captures()).toHaveLength(1);
  });

  test('T-13 after closing the browser gets the order: it was stored before the gateway call', async () => {
    const { session, quote } = await world.buyer();
    const start = world.gateway.start.bind(world.gateway);
    world.gateway.start = async (charge) => {
      expect(await standing(session)).toEqual({ order: 'open', attempts: ['created'] });
      return start(charge);
    };
    accepted(await world.pay(session, quote));
    expect((await standing(session)).order).toBe('paid');
  });
});

describe('a code left for another method', () => {
  test('T-09 ends without touching the order that the other method has paid', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.behavior = 'capture';
    accepted(await world.pay(session, quote));
    world.clock.advance(40 * minute);
    await sweepAttempts(world.ctx);
    expect(await standing(session)).toEqual({ order: 'paid', attempts: ['captured', 'expired'] });
    expect(await database.db.selectFrom('access_grants').select('state').execute()).toEqual([{ state: 'active' }]);
  });

  test('T-11 and paid all the same is refunded, once', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.behavior = 'capture';
    accepted(await world.pay(session, quote));
    world.gateway.receive(code.attemptId);
    await Promise.all([world.notify(code.attemptId), world.notify(code.attemptId), world.runJobs()]);
    await world.runJobs();
    expect(world.gateway.balance()).toBe(price);
    const letters = await database.db.selectFrom('emails').select('kind').orderBy('kind').execute();
    expect(letters.map(({ kind }) => kind)).toEqual(['order-paid', 'payment-instructions', 'surplus-returned']);
  });

  test('T-48 and paid after its cancellation, while nothing else was: it pays the order', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.behavior = 'decline';
    accepted(await world.pay(session, quote));
    await world.runJobs();
    expect((await standing(session)).attempts).toEqual(['declined', 'voided']);
    world.gateway.receive(code.attemptId);
    await world.notify(code.attemptId);
    expect(await standing(session)).toEqual({ order: 'paid', attempts: ['declined', 'captured'] });
  });
});
