import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Voucher } from '#src/domain/catalog/products/index.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { issueFirstAccess } from '../../customers/access/index.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';

const grant: Voucher = {
  ...{ code: 'grant', kind: 'percent', basisPoints: 10_000, limit: 3 },
  ...{ validFrom: null, validUntil: null, plans: null, products: null },
};

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase({ poolSize: 30 });
  const { catalog } = createDomainWorld(database).ctx;
  const voucher: typeof catalog.voucher = (brand, variant, code) =>
    code === grant.code ? grant : catalog.voucher(brand, variant, code);
  world = createDomainWorld(database, { catalog: { ...catalog, voucher } });
});
afterEach(() => database.close());

async function granted() {
  const { session } = await world.buyer();
  const quote = accepted(await currentQuote(world.ctx, session, { voucher: 'grant' }));
  expect(quote.total).toBe(0n);
  return { session, quote };
}

async function uses() {
  const row = await database.db.selectFrom('vouchers').select('used').where('code', '=', 'grant').executeTakeFirst();
  return row?.used ?? 0n;
}

describe('a zero-amount order', () => {
  test('is paid by one confirmation: access, one receipt, one event, no gateway, no ledger line', async () => {
    const { session, quote } = await granted();
    const done = accepted(await world.pay(session, quote, { tenders: [] }));
    expect(done).toMatchObject({ attemptId: '', state: 'captured', declineCode: null });
    const order = await orderById(database.db, done.orderId);
    expect(order).toMatchObject({ state: 'paid', total: 0n, received: 0n, returned: 0n });
    expect(order?.paidAt).toBeInstanceOf(Date);
    expect(await issueFirstAccess(world.ctx, done.orderId)).not.toBeNull();
    expect(world.gateway.starts).toBe(0);
    for (const table of ['attempts', 'tenders', 'ledger_transfers', 'reconciliation_exceptions'] as const)
      expect(await database.db.selectFrom(table).select('id').execute()).toEqual([]);
    const letters = await database.db.selectFrom('emails').select('kind').execute();
    const events = await database.db
      .selectFrom('outbox_events')
      .select('type')
      .where('subscription_id', 'is', null)
      .execute();
    expect([letters, events]).toEqual([[{ kind: 'order-paid' }], [{ type: 'access-granted' }, { type: 'order-paid' }]]);
    expect(await uses()).toBe(1n);
  });

  test('T-01 of a hundred concurrent clicks, with one key or many, is one order with one use of the voucher', async () => {
    const { session, quote } = await granted();
    const clicks = await Promise.all(
      Array.from({ length: 100 }, (_, click) =>
        world.pay(session, quote, {
          tenders: [],
          ...(click % 2 === 0 ? { idempotencyKey: 'the-key-of-this-click' } : {}),
        }),
      ),
    );
    const orders = await database.db.selectFrom('orders').select('id').execute();
    expect(orders).toHaveLength(1);
    const reported = clicks.map((click) => (click.ok ? click.value.orderId : click.error.code));
    expect(new Set(reported)).toEqual(new Set([orders[0]?.id, 'order-paid']));
    expect(await uses()).toBe(1n);
  });

  test('repeats its answer to the same key, and refuses the key for another request', async () => {
    const { session, quote } = await granted();
    const key = { idempotencyKey: 'said-once-said-for-ever' };
    const first = await world.pay(session, quote, { tenders: [], ...key });
    expect(await world.pay(session, quote, { tenders: [], ...key })).toEqual(first);
    const other = await world.pay(session, quote, key);
    expect(other).toEqual({ ok: false, error: { code: 'key-reused' } });
  });

  test('T-36 is completed as often as the voucher has uses', async () => {
    const crowd = await Promise.all(Array.from({ length: 12 }, granted));
    const results = await Promise.all(crowd.map(({ session, quote }) => world.pay(session, quote, { tenders: [] })));
    expect(results.filter((result) => result.ok)).toHaveLength(3);
    const refusals = results.flatMap((result) => (result.ok ? [] : [result.error.code]));
    expect(new Set(refusals)).toEqual(new Set(['voucher-used-up']));
    expect(await uses()).toBe(3n);
    expect(await database.db.selectFrom('access_grants').select('id').execute()).toHaveLength(3);
  });

  test('cancels the code that was pending at the full price', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    const again = await sessionById(database.db, session.id);
    if (!again) throw new Error('No session');
    const free = accepted(await currentQuote(world.ctx, again, { voucher: 'grant' }));
    const done = accepted(await world.pay(again, free, { tenders: [] }));
    await world.runJobs();
    expect((await orderById(database.db, done.orderId))?.state).toBe('paid');
    expect((await orderById(database.db, code.orderId))?.state).toBe('closed');
    expect(world.gateway.book.get(code.attemptId)?.state).toBe('voided');
  });

  test('is not reached from a price above zero by omitting the payment method', async () => {
    const { session, quote } = await world.buyer();
    const refused = await world.pay(session, quote, { tenders: [] });
    expect(refused).toEqual({ ok: false, error: { code: 'tender-mix-not-offered' } });
    expect(await database.db.selectFrom('orders').select('id').execute()).toEqual([]);
  });
});
