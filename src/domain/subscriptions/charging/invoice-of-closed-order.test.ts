import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { createRenewalWorld, type RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { bookOf, card } from '#tests/support/worlds/split-world.server.ts';
import { sweepExpiredHolds } from '../../payments/index.server.ts';
import { cancelSubscription, pauseSubscription } from '../subscriptions/index.server.ts';
import { invoicePeriod, cancelOpenCharges } from './index.server.ts';

let database: TestDatabase;
let world: RenewalWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createRenewalWorld(database);
  world.gateway.holdSeconds = 15 * 86_400;
});
afterEach(async () => {
  const broken = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
  await database.close();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

const minute = 60_000;
const captures = () => world.gateway.captures().map(({ amount }) => amount);

/** The invoice of the next billing period of a subscription that is paid by invoices. */
async function billed() {
  const { id } = await world.subscribe(false);
  const { orderId, invoiceId } = accepted(await invoicePeriod(world.ctx, id));
  const find = database.db.selectFrom('orders').selectAll().where('id', '=', orderId);
  const { session_id: sessionId, quote_id: quoteId } = await find.executeTakeFirstOrThrow();
  type Args = Parameters<RenewalWorld['pay']>;
  const pay = (change: Args[2] = {}) => world.pay({ id: sessionId } as Args[0], { id: quoteId } as Args[1], change);
  return { id, orderId, invoiceId, pay };
}

/** Somebody paid it by two cards, of which the second was refused, and did not come back in time. */
async function undone() {
  const bill = await billed();
  world.gateway.behaviors.push('capture', 'decline');
  accepted(await bill.pay({ tenders: [card(60_000n), card()] }));
  world.clock.advance(16 * minute);
  expect(await sweepExpiredHolds(world.ctx)).toBe(1);
  await world.runJobs();
  return bill;
}

describe('invoice of a billing period whose first order was closed', () => {
  test.each([
    ['at once', 0],
    ['when its price has stood for long', 60],
  ])('pays that period nevertheless, %s', async (_, minutes) => {
    const { id, pay } = await undone();
    world.clock.advance(minutes * minute);
    accepted(await pay());
    await world.runJobs();
    expect((await world.periods(id)).map(({ state }) => state)).toEqual(['paid', 'paid', 'due']);
    const due = addMonths(marketDate(world.clock.now(), 'BR'), 12);
    await world.until(due);
    expect(captures()).toEqual([114_000n, 114_000n]);
  });
});

describe('invoice of a period that is not to be charged, whose first order was closed', () => {
  test.each([
    ['ended', (id: string) => cancelSubscription(world.ctx, id, { when: 'now', reason: 'test' })],
    [
      'ended for the end of its term',
      (id: string) => cancelSubscription(world.ctx, id, { when: 'period-end', reason: 'test' }),
    ],
    ['paused', (id: string) => pauseSubscription(world.ctx, id)],
  ])('takes no money: %s', async (_, end) => {
    const { id, pay } = await undone();
    accepted(await end(id));
    await world.jobs();
    expect(await pay()).toEqual({ ok: false, error: { code: 'quote-not-found' } });
    expect(captures()).toEqual([114_000n]);
  });

  test('is not paid at the price of a former plan', async () => {
    const { id, pay } = await undone();
    await database.pool.query('update subscriptions set amount = 90000');
    await cancelOpenCharges(world.ctx, id);
    expect(await pay()).toEqual({ ok: false, error: { code: 'quote-not-found' } });
    expect(captures()).toEqual([114_000n]);
  });

  test('stays open where nothing has changed', async () => {
    const { id, pay } = await undone();
    await cancelOpenCharges(world.ctx, id);
    accepted(await pay());
    expect(captures()).toEqual([114_000n, 114_000n]);
  });
});

describe('invoice that is canceled while it is being paid', () => {
  test('takes no money', async () => {
    const { id, pay } = await billed();
    accepted(await cancelSubscription(world.ctx, id, { when: 'period-end', reason: 'test' }));
    await world.jobs();
    expect(await pay()).toEqual({ ok: false, error: { code: 'quote-not-found' } });
    expect(captures()).toEqual([114_000n]);
  });
});
