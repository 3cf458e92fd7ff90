import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { seedOrders } from '#tests/support/database/seed-orders.server.ts';
import { reserveCardAttempt } from './index.server.ts';
import { retryLimits } from './retry-limits.data.ts';

const limit = retryLimits['visa']?.ofMerchant?.refusals ?? 0;
let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  await seedOrders(database, limit);
  await refusedBefore('means');
}, 60_000);
afterAll(() => database.close());

/** The shop's orders so far were all refused with this word, `days` ago, save for some. */
async function allRefused(raw: string, days: number, save: number): Promise<void> {
  await database.pool.query(
    `update attempts set state = 'declined', decline_raw = $1, kept = '{"brand":"visa"}', gateway = 'book',
       created_at = $2 where number = 1 and id <> 'att_' || $3::int`,
    [raw, new Date(world.clock.now().getTime() - days * 86_400_000), save],
  );
}

/** A card that was refused once, an hour ago, because its date was wrong. */
async function refusedBefore(instrument: string): Promise<void> {
  await database.pool.query(
    `insert into card_attempts (id, instrument_key, gateway, brand, amount, currency, installments, expiry, outcome, raw, attempted_at)
       values ('chk_' || $1::text, $1, 'book', 'visa', 0, 'BRL', 1, '11/20', 'refused', '54', $2)`,
    [instrument, new Date(world.clock.now().getTime() - 3_600_000)],
  );
}

const tryNow = (id: string, instrument = 'means') =>
  reserveCardAttempt(
    world.ctx,
    {
      ...{ id, attemptId: null, instrument, purchase: 'p', gateway: 'book', brand: 'visa' },
      ...{ amount: 100n, currency: 'BRL', installments: 1, expiry: '12/30' },
    },
    () => false,
  );
const usedUp = { kind: 'blocked', code: 'card-tries-used-up' };

test('a card declined for its data is paused at the merchant’s limit of all cards', async () => {
  await allRefused('54 retry=no', 29, 1);
  expect(await tryNow('one')).toEqual(usedUp);
  expect(await tryNow('two', 'a card that nobody refused')).toEqual({ kind: 'reserved', forceChallenge: false });
});

test('declines for other reasons, and of more than a month ago, are not counted', async () => {
  await allRefused('51', 29, 0);
  expect(await tryNow('three')).toEqual({ kind: 'reserved', forceChallenge: false });
  await allRefused('54', 31, 0);
  expect(await tryNow('four')).toEqual({ kind: 'reserved', forceChallenge: false });
});
