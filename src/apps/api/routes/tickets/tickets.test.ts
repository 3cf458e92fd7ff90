import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';

let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const get = (path: string) => world.newBuyer().call('GET', `/api/v1/product/${path}`);
/** Sets the capacity and the reserved seats of a lot. */
async function fill(planId: string, capacity: bigint, taken: bigint): Promise<void> {
  const pool = `ticket/vende-c/${planId}`;
  await database.db.deleteFrom('seat_pools').where('pool', '=', pool).execute();
  await database.db.insertInto('seat_pools').values({ pool, capacity, taken }).execute();
}

describe('the tickets call', () => {
  test('lists the lots with price, seats and status', async () => {
    const { status, json } = await get('vende-c/tickets?business=vende-c');
    expect(status).toBe(200);
    expect(json['tickets']).toMatchObject([
      {
        planId: 'vc-arena-1-t',
        lot: 1,
        price: 39_700,
        standardPrice: 69_700,
        currency: 'BRL',
        left: 400,
        standing: 'on-sale',
      },
      { lot: 2, price: 54_700, left: 600, standing: 'next' },
      { lot: 3, price: 69_700, left: 500, standing: 'next' },
    ]);
    expect((await get('vende-c/tickets?plan=vc-arena-2-t')).json['tickets']).toMatchObject([{ lot: 2 }]);
  });

  test('is empty for a product without tickets', async () => {
    expect((await get('wise-up-online/tickets')).json).toEqual({ tickets: [] });
  });

  test.each([
    ['no-such-event/tickets', 404, 'product-not-found'],
    ['vende-c/tickets?business=wiseup', 404, 'product-not-found'],
    ['vende-c/tickets?plan=wup-annual-t', 404, 'plan-not-found'],
    ['vende-c/tickets?limit=3', 422, 'fields-invalid'],
  ])('%s is refused with %i', async (path, status, code) => {
    const answer = await get(path);
    expect([answer.status, answer.json['code']]).toEqual([status, code]);
  });
});

describe('a ticket purchase', () => {
  test('takes the last seat of a lot; the next buyer gets the next lot, and never a lot before its turn', async () => {
    await fill('vc-arena-1-t', 400n, 399n);
    const buy = async (planId: string) => {
      const buyer = world.newBuyer();
      const lead = await buyer.call('POST', '/api/v1/lead', {
        ...{ name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' },
        productCode: 'vende-c',
      });
      const leadId = String(lead.json['id']);
      const quote = await buyer.call('POST', '/api/v1/quote', { leadId, planId });
      const body = {
        ...{ sfLeadId: leadId, business: 'vende-c', productCode: 'vende-c', quoteId: quote.json['id'] },
        ...{ amount: quote.json['total'], document: '390.533.447-05', paymentMethods: [{ method: 'pix' }] },
      };
      const paid = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
      return { line: (quote.json['lines'] as object[])[0], status: paid.status };
    };
    expect(await buy('vc-arena-3-t')).toMatchObject({
      line: { kind: 'ticket', planId: 'vc-arena-1-t', amount: 39_700 },
      status: 201,
    });
    expect((await get('vende-c/tickets?plan=vc-arena-1-t')).json['tickets']).toMatchObject([
      { left: 0, standing: 'sold-out' },
    ]);
    expect(await buy('vc-arena-1-t')).toMatchObject({ line: { kind: 'ticket', planId: 'vc-arena-2-t' }, status: 201 });
  });

  test('is refused when none is left', async () => {
    await fill('vc-vip-1-t', 60n, 60n);
    await fill('vc-vip-2-t', 40n, 40n);
    const buyer = world.newBuyer();
    const lead = await buyer.call('POST', '/api/v1/lead', {
      ...{ name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' },
      productCode: 'vende-c-vip',
    });
    const quote = await buyer.call('POST', '/api/v1/quote', { leadId: String(lead.json['id']) });
    expect([quote.status, quote.json['code']]).toEqual([409, 'tickets-sold-out']);
  });
});
