import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { quoteById, sweepQuotes } from './index.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('quotes without an order are deleted after a month; those of orders and fresh ones stay', async () => {
  const world = createDomainWorld(database);
  const paid = await world.buyer();
  accepted(await world.pay(paid.session, paid.quote));
  const left = await world.buyer();
  expect(await sweepQuotes(world.ctx)).toBe(0);
  world.clock.advance(31 * 24 * 3_600_000);
  const fresh = await world.buyer();
  expect(await sweepQuotes(world.ctx)).toBe(2);
  expect(await sweepQuotes(world.ctx)).toBe(0);
  expect(await quoteById(database.db, left.session.id, left.quote.id)).toBeNull();
  expect(await quoteById(database.db, paid.session.id, paid.quote.id)).not.toBeNull();
  expect(await quoteById(database.db, fresh.session.id, fresh.quote.id)).not.toBeNull();
});

test('a sweep of quotes goes on where it stopped: quotes of orders are not read again', async () => {
  const world = createDomainWorld(database);
  world.clock.advance(100 * 24 * 3_600_000);
  while ((await sweepQuotes(world.ctx)) > 0);
  const left = [];
  for (let count = 0; count < 3; count += 1) left.push(await world.buyer());
  const paid = await world.buyer();
  accepted(await world.pay(paid.session, paid.quote));
  world.clock.advance(31 * 24 * 3_600_000);
  const read = [await sweepQuotes(world.ctx, 2), await sweepQuotes(world.ctx, 2), await sweepQuotes(world.ctx, 2)];
  expect(read).toEqual([2, 2, 0]);
  for (const { session, quote } of left) expect(await quoteById(database.db, session.id, quote.id)).toBeNull();
  expect(await quoteById(database.db, paid.session.id, paid.quote.id)).not.toBeNull();
});
