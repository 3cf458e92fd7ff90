import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import type { Plan, Product } from '../../catalog/products/index.ts';
import { closeAbandonedOrders } from '../../payments/index.server.ts';
import { currentQuote } from '../quotes/index.server.ts';
import { sessionById } from '../sessions/index.server.ts';
import { ticketLots } from './index.server.ts';

const [base] = course.plans;
if (!base) throw new Error('The course is sold');
const lot = (number: number, seats: number, amount: bigint): Plan => ({
  ...base,
  id: `lot-${number}`,
  code: `lot-${number}`,
  name: `${number}º lote`,
  price: { amount, currency: 'BRL' },
  standardPrice: { amount: 60_000n, currency: 'BRL' },
  methods: base.methods.map((method) => ({ ...method, planId: `lot-${number}` })),
  ticketLot: { number, seats, until: null },
});
const event: Product = { ...course, title: 'Congresso', plans: [lot(1, 2, 40_000n), lot(2, 3, 50_000n)] };

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const plain = createDomainWorld(database);
  world = createDomainWorld(database, { catalog: { ...plain.ctx.catalog, product: () => event } });
  world.gateway.behavior = 'await';
  await database.db.deleteFrom('seat_reservations').execute();
  await database.db.deleteFrom('seat_pools').execute();
});

const standings = async (): Promise<string[]> =>
  (await ticketLots(world.ctx, database.db, 'school', event)).map(
    ({ plan, standing, left }) => `${plan.id} ${standing} ${left}`,
  );
/** Buys what is on sale, up to the code that is still to be paid. */
async function buy() {
  const { session, quote } = await world.buyer();
  const answer = await world.pay(session, quote, { method: 'by-code' });
  return { session, quote, answer };
}

describe('tickets', () => {
  test('are a line of their own kind, at the price of the lot on sale', async () => {
    const { quote } = await world.buyer();
    expect(quote.lines).toEqual([
      {
        kind: 'ticket',
        productCode: 'course',
        planId: 'lot-1',
        title: 'Congresso · 1º lote',
        standardAmount: 60_000n,
        amount: 40_000n,
      },
    ]);
    expect(await standings()).toEqual(['lot-1 on-sale 2', 'lot-2 next 3']);
  });

  test('of the next lot are sold when those of the first are gone, and none beyond the last', async () => {
    const sold = [];
    for (let index = 0; index < 5; index += 1) sold.push((await buy()).quote.planId);
    expect(sold).toEqual(['lot-1', 'lot-1', 'lot-2', 'lot-2', 'lot-2']);
    expect(await standings()).toEqual(['lot-1 sold-out 0', 'lot-2 sold-out 0']);
    await expect(world.buyer()).rejects.toThrow('tickets-sold-out');
  });

  test('of a later lot cannot be bought before its turn, nor of a sold-out one after', async () => {
    const { session } = await world.buyer();
    expect(accepted(await currentQuote(world.ctx, session, { planId: 'lot-2' })).planId).toBe('lot-1');
    await buy();
    await buy();
    expect(accepted(await currentQuote(world.ctx, session, { planId: 'lot-1' })).planId).toBe('lot-2');
  });

  test('the last of a lot goes to one of many who pay at once; the others see the next price', async () => {
    await buy();
    const buyers = await Promise.all(Array.from({ length: 6 }, () => world.buyer()));
    const answers = await Promise.all(
      buyers.map(({ session, quote }) => world.pay(session, quote, { method: 'by-code' })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect(answer).toMatchObject({ error: { code: 'tickets-sold-out' } });
    }
    expect(await standings()).toEqual(['lot-1 sold-out 0', 'lot-2 on-sale 3']);
    const loser = buyers[answers.findIndex(({ ok }) => !ok)];
    if (!loser) throw new Error('Somebody came too late');
    expect(accepted(await currentQuote(world.ctx, loser.session)).total).toBe(50_000n);
  });

  test('keep the price of their lot while the order holds a seat, also by another payment method', async () => {
    const { session, quote } = await buy();
    await buy();
    const held = await sessionById(database.db, session.id);
    if (!held) throw new Error('The session is there');
    expect(accepted(await currentQuote(world.ctx, held)).planId).toBe('lot-1');
    world.clock.advance(31 * 60_000);
    const renewed = accepted(await currentQuote(world.ctx, held));
    expect([renewed.planId, renewed.id === quote.id]).toEqual(['lot-1', false]);
    accepted(await world.pay(held, renewed, { method: 'by-code' }));
    expect(await standings()).toEqual(['lot-1 sold-out 0', 'lot-2 on-sale 3']);
  });

  test('of a closed order are sold to others; its late money is refunded when none is left', async () => {
    const first = await buy();
    const { orderId, attemptId } = accepted(first.answer);
    await buy();
    await database.db.updateTable('attempts').set({ state: 'expired' }).where('order_id', '=', orderId).execute();
    world.clock.advance(3 * 3_600_000);
    await closeAbandonedOrders(world.ctx);
    expect(await standings()).toEqual(['lot-1 on-sale 1', 'lot-2 next 3']);
    await buy();
    world.gateway.receive(attemptId);
    await world.notify(attemptId);
    await world.runJobs();
    const order = await database.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst();
    expect([order?.state, world.gateway.balance()]).toEqual(['closed', 0n]);
    expect(await standings()).toEqual(['lot-1 sold-out 0', 'lot-2 on-sale 3']);
  });

  test('counted per lot equal the seats that orders hold, and the database enforces it', async () => {
    await buy();
    const pool = await database.db.selectFrom('seat_pools').selectAll().executeTakeFirstOrThrow();
    expect(pool).toEqual({ pool: 'ticket/school/lot-1', capacity: 2n, taken: 1n });
    const oversell = database.db.updateTable('seat_pools').set({ taken: 3n }).execute();
    await expect(oversell).rejects.toThrow(/check constraint/);
    await expect(database.db.updateTable('seat_pools').set({ taken: -1n }).execute()).rejects.toThrow(
      /check constraint/,
    );
  });
});
