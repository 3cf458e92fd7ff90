import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createInterestWorld } from '#tests/support/worlds/late-payment-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createSplitWorld(database, { catalog: createInterestWorld(database).ctx.catalog });
});

/** Pays all of the price in so many installments, having been shown what so many cost with their interest. */
async function payIn(count: number, shownFor: number) {
  const { session, quote } = await world.buyer();
  const shownAmount = quote.installments.find((option) => option.count === shownFor)?.total ?? 0n;
  return world.payWith(session, quote, [card(undefined, count)], { shownAmount });
}

describe('one card', () => {
  test.each([
    [1, 1],
    [12, 12],
    [12, 1],
  ])('in %i installments is charged where its buyer saw the total of %i', async (count, shownFor) => {
    expect((await payIn(count, shownFor)).ok).toBe(true);
    expect(world.cards.starts).toBe(1);
  });

  test.each([
    [1, 12],
    [6, 12],
    [12, 6],
  ])('in %i installments is not charged where its buyer saw the total of %i', async (count, shownFor) => {
    expect(await payIn(count, shownFor)).toMatchObject({ ok: false, error: { code: 'quote-changed' } });
    expect(world.cards.starts).toBe(0);
  });
});
