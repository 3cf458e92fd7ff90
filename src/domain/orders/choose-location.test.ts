import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { closeAbandonedOrders } from '../payments/index.server.ts';
import { currentQuote } from '../checkout/quotes/index.server.ts';
import type { CheckoutSession } from '../checkout/sessions/index.server.ts';
import { openTestLocations, locationsOfOrder, locationsOfSession } from '../checkout/test-locations/index.server.ts';
import { chooseTestLocation, chooseUnit } from './choose-location.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function fresh(): Promise<void> {
  world = createDomainWorld(database);
  await database.db.deleteFrom('seat_reservations').execute();
  await database.db.deleteFrom('seat_pools').execute();
}

const leftAt = async (id: string): Promise<number | undefined> =>
  (await openTestLocations(world.ctx, 'school', null)).find((location) => location.id === id)?.left;

/** A buyer who chose a place and began to pay. */
async function seated(location: string): Promise<{ session: CheckoutSession; orderId: string }> {
  const { session, quote } = await world.buyer();
  accepted(await chooseTestLocation(world.ctx, session, location));
  world.gateway.behavior = 'await';
  const { orderId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
  return { session, orderId };
}

describe('a chosen location', () => {
  beforeAll(fresh);

  test('is stored with the session, the newest of its kind', async () => {
    const { session } = await world.buyer();
    accepted(await chooseUnit(world.ctx, session, 'centro'));
    accepted(await chooseTestLocation(world.ctx, session, 'hall'));
    accepted(await chooseTestLocation(world.ctx, session, 'small-room'));
    const chosen = await locationsOfSession(database.db, session.id);
    expect(chosen.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual(['test-place small-room', 'unit centro']);
    expect(chosen.find(({ kind }) => kind === 'unit')).toMatchObject({
      name: 'Centro',
      city: 'São Paulo',
      region: 'SP',
    });
  });

  test('must exist', async () => {
    const { session } = await world.buyer();
    expect(await chooseUnit(world.ctx, session, 'hall')).toEqual({ ok: false, error: 'place-unknown' });
    expect(await chooseTestLocation(world.ctx, session, 'centro')).toEqual({ ok: false, error: 'place-unknown' });
  });

  test('is stored on the order, and may change until the order is paid', async () => {
    const { session, orderId } = await seated('hall');
    accepted(await chooseUnit(world.ctx, session, 'centro'));
    accepted(await chooseTestLocation(world.ctx, session, 'small-room'));
    expect((await locationsOfOrder(database.db, orderId)).map(({ id }) => id).toSorted()).toEqual([
      'centro',
      'small-room',
    ]);
    expect([await leftAt('hall'), await leftAt('small-room')]).toEqual([500, 1]);
    const attempt = await database.db
      .selectFrom('attempts')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    world.gateway.receive(attempt.id);
    await world.notify(attempt.id);
    expect(await chooseTestLocation(world.ctx, session, 'hall')).toEqual({ ok: false, error: 'order-paid' });
    expect(await leftAt('small-room')).toBe(1);
  });
});

describe('the seats of a location', () => {
  beforeAll(fresh);

  test('are held by orders, never above their number', async () => {
    const first = await seated('small-room');
    const undecided = await world.buyer();
    accepted(await chooseTestLocation(world.ctx, undecided.session, 'small-room'));
    await seated('small-room');
    expect(await leftAt('small-room')).toBe(0);
    expect(await world.pay(undecided.session, undecided.quote)).toMatchObject({
      ok: false,
      error: { code: 'place-full' },
    });
    const late = await world.buyer();
    expect(await chooseTestLocation(world.ctx, late.session, 'small-room')).toEqual({ ok: false, error: 'place-full' });
    expect(await chooseTestLocation(world.ctx, first.session, 'small-room')).toMatchObject({ ok: true });
  });

  test('are released by an abandoned order, and taken again by its late capture', async () => {
    await fresh();
    const { orderId } = await seated('small-room');
    const attempt = await database.db
      .selectFrom('attempts')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    await database.db.updateTable('attempts').set({ state: 'expired' }).where('id', '=', attempt.id).execute();
    world.clock.advance(3 * 3_600_000);
    expect(await closeAbandonedOrders(world.ctx)).toBe(1);
    expect(await leftAt('small-room')).toBe(2);
    world.gateway.receive(attempt.id);
    await world.notify(attempt.id);
    expect(await leftAt('small-room')).toBe(1);
  });

  test('stay with the buyer at a new price', async () => {
    await fresh();
    const { session } = await seated('small-room');
    const cheaper = accepted(await currentQuote(world.ctx, session, { voucher: 'for-all' }));
    accepted(await world.pay(session, cheaper, { method: 'by-code' }));
    expect(await leftAt('small-room')).toBe(1);
  });
});
