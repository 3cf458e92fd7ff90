import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import {
  exchangeAccess,
  issueFirstAccess,
  issueEmailAccess,
  orderOfEmailAccess,
  revokeAccess,
} from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let orderId: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = createDomainWorld(database);
  const { session, quote } = await world.buyer();
  orderId = accepted(await world.pay(session, quote)).orderId;
});

/** The one-time token of a click on the access page. */
async function click(): Promise<string> {
  const issued = await issueFirstAccess(world.ctx, orderId);
  return new URL(issued?.url ?? 'https://none.example').searchParams.get('token') ?? '';
}

async function recorded(): Promise<string[]> {
  const rows = await database.db
    .selectFrom('outbox_events')
    .select(['type', 'dedup'])
    .where('order_id', '=', orderId)
    .where('type', 'like', 'access-%')
    .orderBy('id')
    .execute();
  return rows.map(({ type, dedup }) => `${type} ${dedup}`.trim());
}

describe('first access', () => {
  test('is exchanged once for the buyer and the product, however many calls come at once', async () => {
    const token = await click();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchangeAccess(world.ctx, token)));
    const good = answers.filter((answer) => answer !== null);
    expect(good).toHaveLength(1);
    expect(good[0]).toMatchObject({
      orderId,
      productCode: 'course',
      brand: 'school',
      buyer: { name: 'Maria da Silva', email: 'maria@example.com' },
    });
    expect(await exchangeAccess(world.ctx, token)).toBeNull();
  });

  test('lives for 15 minutes; each click makes a token of its own', async () => {
    freezeClock();
    const [early, late] = [await click(), await click()];
    expect(early).not.toBe(late);
    world.clock.advance(15 * 60_000 - 1_000);
    expect(await exchangeAccess(world.ctx, early)).not.toBeNull();
    world.clock.advance(2_000);
    expect(await exchangeAccess(world.ctx, late)).toBeNull();
  });

  test("by an e-mail's link lives for a year and opens no school by itself", async () => {
    const letter = (await issueEmailAccess(world.ctx, orderId)) ?? '';
    expect(await exchangeAccess(world.ctx, letter)).toBeNull();
    world.clock.advance(364 * 86_400_000);
    expect(await orderOfEmailAccess(world.ctx, letter)).toBe(orderId);
    world.clock.advance(2 * 86_400_000);
    expect(await orderOfEmailAccess(world.ctx, letter)).toBeNull();
  });

  test('that was closed meanwhile opens nothing: no new token, and none of before', async () => {
    const token = await click();
    await revokeAccess(world.ctx.db, orderId, world.clock.now());
    expect(await issueFirstAccess(world.ctx, orderId)).toBeNull();
    expect(await exchangeAccess(world.ctx, token)).toBeNull();
  });
});

describe('access events', () => {
  test('say once each that access was granted and revoked, however often each is called', async () => {
    const now = world.clock.now();
    expect(await recorded()).toEqual(['access-granted']);
    await revokeAccess(world.ctx.db, orderId, now, 'withdrawn');
    await revokeAccess(world.ctx.db, orderId, now, 'withdrawn');
    await revokeAccess(world.ctx.db, orderId, now);
    expect(await recorded()).toEqual(['access-granted', 'access-revoked withdrawn']);
    const history = await database.db
      .selectFrom('access_events')
      .innerJoin('access_grants', 'access_grants.id', 'access_events.grant_id')
      .select(['change', 'cause', 'at'])
      .where('access_events.order_id', '=', orderId)
      .whereRef('access_grants.order_id', '=', 'access_events.order_id')
      .orderBy('access_events.id')
      .execute();
    expect(history).toEqual([
      { change: 'opened', cause: 'paid', at: expect.any(Date) },
      { change: 'closed', cause: 'withdrawn', at: now },
    ]);
  });

  test('refuse a change of the history', async () => {
    await expect(database.pool.query('delete from access_events')).rejects.toThrow('append-only');
  });
});
