import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { openSession, sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import {
  accepted,
  createDomainWorld,
  type DomainWorld,
  sessionStart,
} from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { requeueStuckWork } from '../payments/index.server.ts';
import type { SaleEvent } from '../messaging/analytics/analytics.port.ts';
import { clientIdFromCookie, newClientId } from '../messaging/analytics/index.ts';
import { isClientId } from '../messaging/analytics/client-id.ts';
import { saveClientId, reportSale } from './report-sale.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let answer: 'accepted' | 'rejected' | 'not-configured' = 'accepted';
const told: SaleEvent[] = [];
const clientId = '123456789.1795262400';
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database, {
    analytics: {
      send: async (event) => {
        if (answer === 'accepted') told.push(event);
        return answer;
      },
    },
  });
});
afterAll(() => database.close());

/** A buyer's browser: its hash is in the session's row. */
async function browserOf(session: CheckoutSession): Promise<string> {
  const row = await database.db
    .selectFrom('checkout_sessions')
    .select('browser_hash')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  return row.browser_hash;
}

/** The queued sale reports of one order, sent now. */
async function tell(orderId: string): Promise<string[]> {
  const mine = world.sent.filter(({ job, data }) => job === 'report-sale' && data['orderId'] === orderId);
  for (const { data } of mine) {
    const name = data['event'] === 'purchase' ? 'purchase' : 'add_payment_info';
    await reportSale(world.ctx, orderId, name, data['method'] ?? '');
  }
  return mine.map(({ data }) => data['event'] ?? '');
}

async function buy(consents: boolean): Promise<{ orderId: string; session: CheckoutSession }> {
  told.length = 0;
  answer = 'accepted';
  const { session, quote } = await world.buyer();
  if (consents) await saveClientId(world.ctx, { hash: await browserOf(session), brand: 'school' }, clientId);
  const { orderId } = accepted(await world.pay(session, quote));
  return { orderId, session };
}

describe('a sale whose buyer agreed', () => {
  test('is reported when a method was chosen, and when it is paid', async () => {
    const { orderId } = await buy(true);
    expect((await tell(orderId)).sort()).toEqual(['add_payment_info', 'purchase']);
    const item = { id: 'course', name: expect.any(String), variant: 'plan-year', price: 114_000n };
    const common = { brand: 'school', variant: null, clientId, currency: 'BRL', value: 114_000n, items: [item] };
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...common, name: 'add_payment_info', paymentType: 'at-once' }),
        expect.objectContaining({ ...common, name: 'purchase', transactionId: orderId }),
      ]),
    );
  });

  test('is reported once, however often the job runs', async () => {
    const { orderId } = await buy(true);
    for (let run = 0; run < 3; run += 1) await reportSale(world.ctx, orderId, 'purchase', '');
    expect(told).toHaveLength(1);
  });

  test('refused by analytics is sent again, with the same transaction id', async () => {
    const { orderId } = await buy(true);
    answer = 'rejected';
    await expect(reportSale(world.ctx, orderId, 'purchase', '')).rejects.toThrow('did not take');
    answer = 'accepted';
    await reportSale(world.ctx, orderId, 'purchase', '');
    expect(told.map(({ transactionId }) => transactionId)).toEqual([orderId]);
  });

  test('T-33 whose job failed is queued again for three days, and not once it is reported', async () => {
    const { orderId } = await buy(true);
    const { orderId: other } = await buy(true);
    await reportSale(world.ctx, other, 'purchase', '');
    const again = async (hours: number) => {
      const after = createDomainWorld(database, world.ctx.analytics ? { analytics: world.ctx.analytics } : {});
      after.clock.advance(world.clock.now().getTime() - after.clock.now().getTime() + hours * 3_600_000);
      await requeueStuckWork(after.ctx);
      return after.sent.filter(({ job, data }) => job === 'report-sale' && data['event'] === 'purchase');
    };
    expect(await again(1)).toEqual([]);
    const orders = (await again(3)).map(({ data }) => data['orderId']);
    expect(orders).toContain(orderId);
    expect(orders).not.toContain(other);
    expect(await again(73)).toEqual([]);
  });

  test('is not reported before it is paid', async () => {
    const before = world.gateway.behavior;
    world.gateway.behavior = 'decline';
    const { orderId } = await buy(true);
    world.gateway.behavior = before;
    expect(await tell(orderId)).toEqual(['add_payment_info']);
    await reportSale(world.ctx, orderId, 'purchase', '');
    expect(told.map(({ name }) => name)).toEqual(['add_payment_info']);
  });
});

describe('a sale whose buyer did not agree', () => {
  test('is not reported', async () => {
    const { orderId } = await buy(false);
    expect(await tell(orderId)).toEqual([]);
    await reportSale(world.ctx, orderId, 'purchase', '');
    expect(told).toEqual([]);
  });

  test('withdrawn is deleted also where it was not paid yet', async () => {
    told.length = 0;
    const { session, quote } = await world.buyer();
    const browser = { hash: await browserOf(session), brand: 'school' };
    await saveClientId(world.ctx, browser, clientId);
    expect((await sessionById(world.ctx.db, session.id))?.analyticsClientId).toBe(clientId);
    await saveClientId(world.ctx, browser, null);
    const { orderId } = accepted(await world.pay(session, quote));
    expect(await tell(orderId)).toEqual([]);
  });
});

// A busy machine may let the first one wait for more than a second before the second does: then the database ends the second.
test('a consent stored during a payment of the same order is kept', { retry: 3 }, async () => {
  const before = world.gateway.behavior;
  world.gateway.behavior = 'decline';
  const { session, orderId } = await buy(true);
  world.gateway.behavior = before;
  const hash = await browserOf(session);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from orders where id = $1 for no key update', [orderId]);
    const answered = saveClientId(world.ctx, { hash, brand: 'school' }, null);
    answered.catch(() => undefined);
    // Of this database: on the server others wait for theirs.
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.pool.query(waits)).rowCount).toBe(1);
    // The one who waited first is the one whom the database ends.
    await client.query('select 1 from checkout_sessions where id = $1 for update', [session.id]);
    await client.query('commit');
    await answered;
  } finally {
    client.release();
  }
  expect((await sessionById(world.ctx.db, session.id))?.analyticsClientId ?? null).toBeNull();
});

test('a session keeps its client id when a later request has none', async () => {
  const { session } = await world.buyer();
  const start = { browserHash: await browserOf(session), ...sessionStart };
  expect((await openSession(world.ctx, { ...start, analyticsClientId: clientId })).analyticsClientId).toBe(clientId);
  expect((await openSession(world.ctx, start)).analyticsClientId).toBe(clientId);
  const other = '987654321.1795262400';
  expect((await openSession(world.ctx, { ...start, analyticsClientId: other })).analyticsClientId).toBe(other);
});

describe('analytics client ids', () => {
  test.each([
    ['GA1.1.123456789.1795262400', '123456789.1795262400'],
    ['GA1.2.1.999999999', '1.999999999'],
    ['GA1.1.123456789', null],
    ['GA1.1.0.1795262400', null],
    ['123456789.1795262400', null],
    ['GA1.1.maria@exemplo.com.br.1', null],
  ])('are read from the cookie %s', (cookie, wanted) => expect(clientIdFromCookie(cookie)).toBe(wanted));

  test('made by us have the format of the tag’s own', () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), (random) => {
        const id = newClientId(random, new Date('2026-11-21T12:00:00Z'));
        expect(isClientId(id)).toBe(true);
        expect(clientIdFromCookie(`GA1.1.${id}`)).toBe(id);
      }),
    );
  });
});
