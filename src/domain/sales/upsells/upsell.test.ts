import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { leadById, patchLead } from '../../checkout/leads/index.server.ts';
import { locationsOfSession } from '../../checkout/test-locations/index.server.ts';
import { chooseTestLocation, chooseUnit } from '../../orders/index.server.ts';
import { currentQuote, type Quote } from '../../checkout/quotes/index.server.ts';
import { type CheckoutSession, sessionById } from '../../checkout/sessions/index.server.ts';
import { acceptUpsell, declineUpsell, upsellDecisions, type UpsellOffer } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const offer: UpsellOffer = {
  id: 'live-classes',
  brand: 'sister',
  variant: null,
  business: 'school',
  productCode: 'course',
  planId: 'plan-year',
  basisPoints: 5000,
};

/** A buyer, and their session as it stands after the first purchase was paid. */
async function paidBuyer(): Promise<{ session: CheckoutSession; orderId: string }> {
  const { session, lead, quote } = await world.buyer();
  await patchLead(world.ctx, session, lead.id, {
    birthDate: '1990-02-28',
    document: { type: 'cpf', number: '39053344705' },
    address: { city: 'São Paulo' },
  });
  const { orderId } = accepted(await world.pay(session, quote));
  return { session: await fresh(session), orderId };
}

async function fresh({ id }: CheckoutSession): Promise<CheckoutSession> {
  const session = await sessionById(world.ctx.db, id);
  if (!session) throw new Error('The session is gone');
  return session;
}

async function priceOf(session: CheckoutSession): Promise<Quote> {
  const quote = await currentQuote(world.ctx, session);
  if (!quote.ok) throw new Error(quote.error.code);
  return quote.value;
}

beforeEach(() => {
  world = createDomainWorld(database);
});

describe('upsell', () => {
  test('T-40 is a second order, linked to the first, with its own price', async () => {
    const { session: main, orderId } = await paidBuyer();
    const session = accepted(await acceptUpsell(world.ctx, main, offer));
    const quote = await priceOf(session);
    expect(quote).toMatchObject({
      sessionId: session.id,
      total: 57_000n,
      discount: 0n,
      lines: [{ kind: 'upsell', standardAmount: 114_000n, amount: 57_000n }],
    });
    const paid = accepted(await world.pay(session, quote));
    expect(paid.orderId).not.toBe(orderId);
    const row = await database.db
      .selectFrom('orders')
      .select(['parent_order_id', 'state', 'total', 'brand'])
      .where('id', '=', paid.orderId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ parent_order_id: orderId, state: 'paid', total: 57_000n, brand: 'sister' });
    expect(world.gateway.captures().map(({ amount }) => amount)).toEqual([114_000n, 57_000n]);
  });

  test('has the buyer’s lead, without their later changes', async () => {
    const { session: main } = await paidBuyer();
    const session = accepted(await acceptUpsell(world.ctx, main, offer));
    const lead = await leadById(world.ctx.db, session.leadId ?? '');
    expect(lead).toMatchObject({
      sessionId: session.id,
      name: 'Maria da Silva',
      email: 'maria@example.com',
      birthDate: '1990-02-28',
      document: { type: 'cpf', number: '39053344705' },
      address: { city: 'São Paulo' },
    });
    expect(lead?.id).not.toBe(main.leadId);
  });

  test('of the same brand is for the unit that was chosen before it, and takes no second seat', async () => {
    const { session } = await world.buyer();
    accepted(await chooseUnit(world.ctx, session, 'centro'));
    accepted(await chooseTestLocation(world.ctx, session, 'hall'));
    accepted(await world.pay(session, await priceOf(await fresh(session))));
    const own = accepted(await acceptUpsell(world.ctx, await fresh(session), { ...offer, brand: session.brand }));
    expect(await locationsOfSession(world.ctx.db, own.id)).toMatchObject([{ kind: 'unit', id: 'centro' }]);
    const { session: other } = await paidBuyer();
    const sister = accepted(await acceptUpsell(world.ctx, other, offer));
    expect(await locationsOfSession(world.ctx.db, sister.id)).toEqual([]);
  });

  test('T-40 accepted and paid many times at once is charged once', async () => {
    const { session: main } = await paidBuyer();
    const session = accepted(await acceptUpsell(world.ctx, main, offer));
    const quote = await priceOf(session);
    const first = accepted(await world.pay(session, quote));
    const again = accepted(await acceptUpsell(world.ctx, main, offer));
    expect(again.id).toBe(session.id);
    const tries = await Promise.all(Array.from({ length: 10 }, () => world.pay(again, quote)));
    for (const one of tries)
      expect(one).toMatchObject({ ok: false, error: { code: 'order-paid', orderId: first.orderId } });
    expect(world.gateway.captures().map(({ amount }) => amount)).toEqual([114_000n, 57_000n]);
  });

  test('T-40 accepted twice at once, or again, is one session', async () => {
    const { session: main, orderId } = await paidBuyer();
    const both = await Promise.all([acceptUpsell(world.ctx, main, offer), acceptUpsell(world.ctx, main, offer)]);
    const again = await acceptUpsell(world.ctx, main, offer);
    expect(new Set([...both, again].map((result) => accepted(result).id)).size).toBe(1);
    expect(await upsellDecisions(world.ctx, orderId)).toMatchObject([
      { offerId: 'live-classes', decision: 'accepted' },
    ]);
  });

  test('follows the offer until it was ordered, and not after', async () => {
    const { session: main } = await paidBuyer();
    accepted(await acceptUpsell(world.ctx, main, offer));
    const session = accepted(await acceptUpsell(world.ctx, main, { ...offer, basisPoints: 2500 }));
    const quote = await priceOf(session);
    expect(quote.total).toBe(85_500n);
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    const later = accepted(await acceptUpsell(world.ctx, main, offer));
    expect((await priceOf(later)).total).toBe(85_500n);
  });

  test('is not made before the first purchase is paid', async () => {
    const { session, quote } = await world.buyer();
    expect(await acceptUpsell(world.ctx, session, offer)).toEqual({ ok: false, error: 'order-not-paid' });
    world.gateway.behavior = 'await';
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    const waiting = await fresh(session);
    expect(await acceptUpsell(world.ctx, waiting, offer)).toEqual({ ok: false, error: 'order-not-paid' });
    expect(await declineUpsell(world.ctx, waiting, offer.id)).toEqual({ ok: false, error: 'order-not-paid' });
  });
});

describe('declining an upsell', () => {
  test('is recorded, and may be changed', async () => {
    const { session: main, orderId } = await paidBuyer();
    accepted(await declineUpsell(world.ctx, main, offer.id));
    expect(await upsellDecisions(world.ctx, orderId)).toMatchObject([{ decision: 'declined', session: null }]);
    const session = accepted(await acceptUpsell(world.ctx, main, offer));
    expect(await upsellDecisions(world.ctx, orderId)).toMatchObject([
      { decision: 'accepted', session: { id: session.id } },
    ]);
  });

  test('cancels a code that waits for its buyer, and keeps the session', async () => {
    const { session: main, orderId } = await paidBuyer();
    const session = accepted(await acceptUpsell(world.ctx, main, offer));
    world.gateway.behavior = 'await';
    const { attemptId } = accepted(await world.pay(session, await priceOf(session), { method: 'by-code' }));
    accepted(await declineUpsell(world.ctx, main, offer.id));
    expect(world.sent).toContainEqual({ job: 'void-attempt', data: { attemptId } });
    expect(await upsellDecisions(world.ctx, orderId)).toMatchObject([
      { decision: 'declined', session: { id: session.id } },
    ]);
    expect(accepted(await acceptUpsell(world.ctx, main, offer)).id).toBe(session.id);
  });

  test('is refused once money came for it', async () => {
    const { session: main, orderId } = await paidBuyer();
    const session = accepted(await acceptUpsell(world.ctx, main, offer));
    accepted(await world.pay(session, await priceOf(session)));
    expect(await declineUpsell(world.ctx, main, offer.id)).toEqual({ ok: false, error: 'under-way' });
    expect(await upsellDecisions(world.ctx, orderId)).toMatchObject([{ decision: 'accepted' }]);
  });
});
