import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { createRenewalWorld, type RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';
import { retryPeriodAt } from '../subscriptions/index.server.ts';

let database: TestDatabase;
let world: RenewalWorld;
/** The card that every charge is by, and what its bank answers when it refuses. */
let card = { brand: 'visa', expiry: '12/40', fingerprint: 'one' };
let returnCode = '51';
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('update billing_periods set next_try_at = null');
  await database.pool.query('delete from card_attempts');
  card = { brand: 'visa', expiry: '12/40', fingerprint: 'one' };
  returnCode = '51';
  world = createRenewalWorld(database);
  const { rails } = world.ctx;
  const byId = rails.byId.bind(rails);
  const byMethod = rails.byMethod.bind(rails);
  const counted = (found: ReturnType<typeof byId>) => found && { ...found, countsCardAttempts: true };
  Object.assign(rails, {
    byId: (id: string) => counted(byId(id)),
    byMethod: (method: string) => counted(byMethod(method)),
  });
  const start = world.gateway.start.bind(world.gateway);
  Object.assign(world.gateway, {
    identify: async () => ({ kind: 'inspected', instrument: { ...card, last4: '1111', details: {} } }),
    start: async (charge: Parameters<typeof start>[0]) => {
      const answer = await start(charge);
      if (answer.kind !== 'fact' || !answer.fact.decline) return answer;
      return { kind: 'fact', fact: { ...answer.fact, decline: { ...answer.fact.decline, raw: returnCode } } };
    },
  });
});

const today = () => marketDate(world.clock.now(), 'BR');

/** How the last charge of a subscription ended, and how often its bank was asked for it. */
async function lastCharge(id: string): Promise<readonly [string | undefined, string | null | undefined]> {
  const row = await database.db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['attempts.state', 'attempts.decline_code'])
    .where('orders.subscription_id', '=', id)
    .orderBy('attempts.serial', 'desc')
    .limit(1)
    .executeTakeFirst();
  return [row?.state, row?.decline_code];
}

async function expectWholeBooks(ids: readonly string[]): Promise<void> {
  const found = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
  expect(found.filter((one) => one.startsWith('I3') || ids.some((id) => one.includes(id)))).toEqual([]);
}

/** A charge is tried again by a worker on a day, whatever was planned. */
async function tryAgainOn(id: string, day: ReturnType<typeof today>): Promise<void> {
  const period = (await world.periods(id)).at(-1);
  if (!period) throw new Error('Nothing is owed');
  const trx = database.db.transaction();
  await trx.execute((inside) => retryPeriodAt(inside, period, world.clock.now()));
  await world.until(day);
}

describe('off-session charge', () => {
  test('is not repeated by a late worker more than thirty days after the first', async () => {
    const { id } = await world.subscribe();
    const due = addMonths(today(), 12);
    world.gateway.behavior = 'decline';
    await world.until(due);
    await tryAgainOn(id, addDays(due, 29));
    const before = world.gateway.starts;
    expect(await lastCharge(id)).toEqual(['declined', 'no-limit']);
    await tryAgainOn(id, addDays(due, 31));
    expect(await lastCharge(id)).toEqual(['declined', 'card-tries-used-up']);
    expect(world.gateway.starts).toBe(before);
    await expectWholeBooks([id]);
  });

  test('is not made with the same card data after the bank reported new ones, in any subscription or later period', async () => {
    card = { ...card, brand: 'mastercard' };
    const first = await world.subscribe();
    const due = addMonths(today(), 12);
    // A day apart: a card that was never refused may be charged for both at the same moment.
    await world.until(addDays(today(), 1));
    const second = await world.subscribe();
    world.gateway.behaviors.push('decline');
    returnCode = '05 mac=01';
    await world.until(due);
    await world.until(addDays(due, 1));
    expect(world.gateway.starts).toBe(3);
    expect(await lastCharge(first.id)).toEqual(['declined', 'no-limit']);
    expect(await lastCharge(second.id)).toEqual(['declined', 'card-not-again']);
    // Its buyer may type it, and once that is approved the machine may go on with it.
    const { session, quote } = await world.buyer();
    expect(accepted(await world.pay(session, quote))).toMatchObject({ state: 'captured' });
    for (const [index, { id }] of [first, second].entries()) await tryAgainOn(id, addDays(due, 3 + index));
    expect([(await lastCharge(first.id))[0], (await lastCharge(second.id))[0]]).toEqual(['captured', 'captured']);
    await expectWholeBooks([first.id, second.id]);
  });

  test('is not made after a wrong security code, until the buyer has corrected it', async () => {
    returnCode = 'N7';
    world.gateway.behaviors.push('decline');
    const { session, quote } = await world.buyer();
    expect(accepted(await world.pay(session, quote))).toMatchObject({ state: 'declined' });
    const stranger = await world.subscribe();
    const due = addMonths(today(), 12);
    await world.until(due);
    expect(await lastCharge(stranger.id)).toEqual(['captured', null]);

    world.gateway.behaviors.push('decline');
    const again = await world.buyer();
    await world.pay(again.session, again.quote);
    await world.until(addMonths(due, 12));
    expect(await lastCharge(stranger.id)).toEqual(['declined', 'card-not-again']);
    await expectWholeBooks([stranger.id]);
  });

  test('is not blocked by a decline of another buyer’s similar card', async () => {
    // Kept before it was known under which key it is counted, at a company that cannot be asked about it.
    Object.assign(world.gateway, { identify: undefined });
    const stranger = await world.subscribe();
    const due = addMonths(today(), 12);
    world.gateway.behaviors.push('decline');
    returnCode = '41';
    await world.until(due);
    expect(await lastCharge(stranger.id)).toEqual(['declined', 'no-limit']);
    const own = await world.subscribe();
    await world.until(addMonths(today(), 12));
    expect(await lastCharge(own.id)).toEqual(['captured', null]);
    // Its own card stays what it was.
    expect(await lastCharge(stranger.id)).toEqual(['declined', 'no-limit']);
    await tryAgainOn(stranger.id, addDays(today(), 1));
    expect(await lastCharge(stranger.id)).toEqual(['declined', 'card-not-again']);
    await expectWholeBooks([stranger.id, own.id]);
  });
});
