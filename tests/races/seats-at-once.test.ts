import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '#src/domain/catalog/products/index.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { course, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { withoutSeatLimits } from '#tests/support/database/disable-locks.server.ts';

const seats = 5;
const buyers = 50;

let database: TestDatabase;
let broken: TestDatabase;
beforeAll(async () => {
  [database, broken] = await Promise.all([createTestDatabase({ poolSize: 40 }), createTestDatabase({ poolSize: 40 })]);
});
afterAll(async () => {
  await Promise.all([database.close(), broken.close()]);
});

/** An event with one lot. */
const event: Product = {
  ...course,
  title: 'Congresso',
  plans: course.plans.map((plan) => ({ ...plan, ticketLot: { number: 1, seats, until: null } })),
};

/** Everybody has the page open before anybody pays. Returns how many seats were sold, by orders and by money. */
async function rush(db: TestDatabase): Promise<{ readonly held: number; readonly charged: number }> {
  const plain = createDomainWorld(db);
  const world = createDomainWorld(db, { catalog: { ...plain.ctx.catalog, product: () => event } });
  const crowd = await Promise.all(Array.from({ length: buyers }, () => world.buyer()));
  await Promise.allSettled(crowd.map(({ session, quote }) => world.pay(session, quote)));
  const held = await db.db
    .selectFrom('seat_reservations')
    .select('order_id')
    .where('released_at', 'is', null)
    .execute();
  return { held: held.length, charged: world.gateway.captures().length };
}

describe(`${buyers} buyers for ${seats} seats`, () => {
  test('T-38 exactly so many are sold and charged', async () => {
    expect(await rush(database)).toEqual({ held: seats, charged: seats });
  });

  test('T-38 planted bug: with the lock and the limit off, the same rush sells more', async () => {
    const { held, charged } = await rush(await withoutSeatLimits(broken));
    expect(held).toBeGreaterThan(seats);
    expect(charged).toBeGreaterThan(seats);
  });
});
