import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderById, orderOfSession } from '../../orders/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
});

async function rows(
  table: 'access_grants' | 'emails' | 'outbox_events' | 'ledger_transfers' | 'reconciliation_exceptions',
  orderId: string,
) {
  return database.db.selectFrom(table).selectAll().where('order_id', '=', orderId).execute();
}

describe('an immediate payment', () => {
  test('writes order, attempt, ledger, access and one e-mail', async () => {
    const { session, quote } = await world.buyer();
    const answer = accepted(await world.pay(session, quote));
    expect(answer.state).toBe('captured');
    const view = await orderOfSession(world.ctx, session.id);
    expect(view?.order).toMatchObject({
      state: 'paid',
      total: 114_000n,
      received: 114_000n,
      leadId: session.leadId ?? view?.order.leadId,
    });
    const ledger = await database.db
      .selectFrom('ledger_transfers')
      .selectAll()
      .where('order_id', '=', answer.orderId)
      .execute();
    expect(
      ledger.map(({ kind, amount, debit_account, credit_account }) => ({
        kind,
        amount,
        debit_account,
        credit_account,
      })),
    ).toEqual([
      { kind: 'capture-principal', amount: 114_000n, debit_account: 'gateway/book', credit_account: 'sales/school' },
    ]);
    expect(await rows('access_grants', answer.orderId)).toHaveLength(1);
    expect(
      (await database.db.selectFrom('emails').select('kind').where('order_id', '=', answer.orderId).execute()).map(
        (m) => m.kind,
      ),
    ).toEqual(['order-paid']);
    expect((await rows('outbox_events', answer.orderId)).map((row) => 'type' in row && row.type)).toEqual([
      'access-granted',
      'order-paid',
    ]);
  });

  test('with the same key gets the same answer and charges once; for another request the key is refused', async () => {
    const { session, quote } = await world.buyer();
    const key = 'key-of-this-click';
    const first = accepted(await world.pay(session, quote, { idempotencyKey: key }));
    expect(await world.pay(session, quote, { idempotencyKey: key })).toEqual({ ok: true, value: first });
    expect(await world.pay(session, quote, { idempotencyKey: key, method: 'by-code' })).toEqual({
      ok: false,
      error: { code: 'key-reused' },
    });
    expect(world.gateway.captures()).toHaveLength(1);
  });

  test('T-11 of a paid order is refused', async () => {
    const { session, quote } = await world.buyer();
    const { orderId } = accepted(await world.pay(session, quote));
    expect(await world.pay(session, quote)).toEqual({ ok: false, error: { code: 'order-paid', orderId } });
  });

  test('declined leaves the order open for another method on the same order', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'decline';
    const refused = accepted(await world.pay(session, quote));
    expect(refused).toMatchObject({ state: 'declined', declineCode: 'no-limit' });
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    expect(code.orderId).toBe(refused.orderId);
    world.gateway.receive(code.attemptId);
    await world.notify(code.attemptId);
    expect((await orderOfSession(world.ctx, session.id))?.order.state).toBe('paid');
  });

  test('declined five times pauses the buyer until the pause ends', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'decline';
    for (let n = 0; n < 5; n += 1) accepted(await world.pay(session, quote));
    const sixth = await world.pay(session, quote);
    expect(sixth).toMatchObject({ ok: false, error: { code: 'too-many-tries' } });
    // Only of the way that was refused: another is open at once.
    world.gateway.behavior = 'await';
    expect(accepted(await world.pay(session, quote, { method: 'by-code' })).state).toBe('awaiting-buyer');
    expect(await world.pay(session, quote)).toMatchObject({ ok: false, error: { code: 'too-many-tries' } });
    world.clock.advance(901_000);
    accepted(await world.pay(session, quote));
  });

  test('declined five times pauses the buyer, whatever voucher is added and removed between', async () => {
    const { session } = await world.buyer();
    world.gateway.behavior = 'decline';
    for (const voucher of ['', 'for-all', '', 'for-all', '']) {
      accepted(await world.pay(session, accepted(await currentQuote(world.ctx, session, { voucher }))));
    }
    const quote = accepted(await currentQuote(world.ctx, session, { voucher: 'for-all' }));
    expect(await world.pay(session, quote)).toMatchObject({ ok: false, error: { code: 'too-many-tries' } });
  });

  test('with a one-use token uses it once, whatever the order', async () => {
    const one = await world.buyer();
    const other = await world.buyer();
    accepted(await world.pay(one.session, one.quote, { token: 'jwe-1' }));
    expect(await world.pay(other.session, other.quote, { token: 'jwe-1' })).toEqual({
      ok: false,
      error: { code: 'token-used' },
    });
  });

  test('the ledger cannot be changed', async () => {
    await expect(
      database.db
        .updateTable('ledger_transfers')
        .set({ kind: 'x' } as never)
        .execute(),
    ).rejects.toThrow('append-only');
    await expect(database.db.deleteFrom('ledger_transfers').execute()).rejects.toThrow('append-only');
  });
});

describe('the price', () => {
  test('another amount than the quote is answered with the new quote and charges nothing', async () => {
    const { session, quote } = await world.buyer();
    const result = await world.pay(session, quote, { shownAmount: 1n });
    expect(result).toMatchObject({ ok: false, error: { code: 'quote-changed' } });
    expect(world.gateway.starts).toBe(0);
  });

  test('an expired quote whose price stands is paid under the quote that replaces it, once for its key', async () => {
    const { session, quote } = await world.buyer();
    world.clock.advance(3_600_000);
    const replaced: string[] = [];
    const call = {
      idempotencyKey: 'one-key-for-both',
      onQuoteReplaced: (id: string) => Promise.resolve(void replaced.push(id)),
    };
    const paid = accepted(await world.pay(session, quote, call));
    const order = await orderById(database.db, paid.orderId);
    expect(replaced).toEqual([order?.quoteId]);
    expect(order?.quoteId).not.toBe(quote.id);
    expect(await world.pay(session, quote, call)).toEqual({ ok: true, value: paid });
    expect(world.gateway.starts).toBe(1);
  });

  test('an expired quote whose price changed is answered with the new quote and charges nothing', async () => {
    const { session, quote } = await world.buyer();
    const total = quote.total - 1n;
    await database.db.updateTable('quotes').set({ total }).where('id', '=', quote.id).execute();
    world.clock.advance(3_600_000);
    const result = await world.pay(session, { ...quote, total });
    if (result.ok || result.error.code !== 'quote-changed') throw new Error('expected quote-changed');
    expect(result.error.quote).toMatchObject({ total: quote.total });
    expect(world.gateway.starts).toBe(0);
    accepted(await world.pay(session, result.error.quote));
  });

  test("another session's quote does not exist", async () => {
    const one = await world.buyer();
    const other = await world.buyer();
    expect(await world.pay(one.session, other.quote)).toEqual({ ok: false, error: { code: 'quote-not-found' } });
  });

  test('T-36 the last use of a voucher goes to one order; the other buyer is told and charged nothing', async () => {
    const one = await world.buyer();
    const other = await world.buyer();
    const [first, second] = [
      accepted(await currentQuote(world.ctx, one.session, { voucher: 'LAST-one ' })),
      accepted(await currentQuote(world.ctx, other.session, { voucher: 'last-one' })),
    ];
    expect(first.total).toBe(102_000n);
    accepted(await world.pay(one.session, first));
    expect(await world.pay(other.session, second)).toEqual({ ok: false, error: { code: 'voucher-used-up' } });
    expect(await currentQuote(world.ctx, other.session, { voucher: 'last-one' })).toMatchObject({
      ok: false,
      error: { code: 'voucher-used-up' },
    });
    expect(world.gateway.captures()).toHaveLength(1);
  });
});
