import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { closeAbandonedOrders } from '../../payments/index.server.ts';
import { quoteById } from '../../checkout/quotes/index.server.ts';
import { reservedSeats } from '../../checkout/seats/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import { invoiceOffer, createOffer } from './index.server.ts';

const plans = course.plans.map((plan) => ({ ...plan, ticketLot: { number: 1, seats: 1, until: null } }));
const event = { ...course, title: 'Congresso', plans };
const pool = 'ticket/school/plan-year';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const plain = createDomainWorld(database);
  world = createDomainWorld(database, { catalog: { ...plain.ctx.catalog, product: () => event } });
  await database.db.deleteFrom('seat_reservations').execute();
  await database.db.deleteFrom('seat_pools').execute();
});

/** The invoice of a ticket at a price of its own, as its payer finds it. */
async function billed() {
  const { lead } = await world.buyer();
  const expiresOn = addDays(marketDate(world.clock.now(), 'BR'), 10);
  const terms = { subject: { leadId: lead.id }, planId: 'plan-year', amount: 99_000n, seller: 'ana', expiresOn };
  const { invoiceId } = accepted(await invoiceOffer(world.ctx, accepted(await createOffer(world.ctx, terms)).id));
  const { session_id: sessionId, quote_id: quoteId } = await database.db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.session_id', 'invoices.session_id')
    .select(['invoices.session_id', 'orders.quote_id'])
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const [session, quote] = [
    await sessionById(database.db, sessionId),
    await quoteById(database.db, sessionId, quoteId),
  ];
  if (!session || !quote) throw new Error('The bill has no price');
  return { session, quote };
}

const taken = async () => (await reservedSeats(database.db, [pool])).get(pool);

test('ticket offer: the ticket has a seat once it is paid for', async () => {
  const { session, quote } = await billed();
  expect(accepted(await world.pay(session, quote))).toMatchObject({ state: 'captured' });
  expect(await taken()).toBe(1);
  await expect(world.buyer()).rejects.toThrow('tickets-sold-out');
});

test('ticket offer: a seat that another buyer has is not sold again, and nothing is charged', async () => {
  const bill = await billed();
  const other = await world.buyer();
  accepted(await world.pay(other.session, other.quote));
  const answer = await world.pay(bill.session, bill.quote);
  expect(answer).toEqual({ ok: false, error: { code: 'tickets-sold-out' } });
  expect(world.gateway.starts).toBe(1);
  expect(await taken()).toBe(1);
});

test('ticket offer: a declined attempt keeps its seat, even when the lot ends, until it is canceled', async () => {
  const { session, quote } = await billed();
  world.gateway.behavior = 'decline';
  expect(accepted(await world.pay(session, quote))).toMatchObject({ state: 'declined' });
  Object.assign(world.ctx.catalog, { product: () => ({ ...event, plans: [] }) });
  world.gateway.behavior = 'capture';
  expect((await world.pay(session, quote)).ok).toBe(true);
  expect(await taken()).toBe(1);
  expect(await closeAbandonedOrders(world.ctx)).toBe(0);
});
