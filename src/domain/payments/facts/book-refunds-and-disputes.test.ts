import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import type { Movement } from '../index.ts';
import { pollAttempt } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const price = 114_000n;

async function paid() {
  const { session, quote } = await world.buyer();
  const { attemptId } = accepted(await world.payWith(session, quote, [card()]));
  const order = async () => (await world.view(session)).order;
  return { attemptId, order };
}

/** Money that the company tells of only now, so many days after the payment. */
function tells(attemptId: string, days: number, kind: Exclude<Movement['kind'], 'capture'>, amount: bigint): void {
  const movement = world.cards.giveBack(attemptId, amount, kind);
  Object.assign(movement, { at: new Date(new Date().setUTCHours(0, 0, 0, 0) + days * 86_400_000) });
}

/** What was booked beside the payment, in the order of the books. */
async function books(): Promise<string[]> {
  const lines = await database.db.selectFrom('ledger_transfers').select(['kind', 'amount']).orderBy('id').execute();
  return lines.map(({ kind, amount }) => `${kind} ${amount}`).slice(1);
}

describe('several returns in one webhook', () => {
  test('are booked in sequence, each on the balance that the last one left', async () => {
    const { attemptId, order } = await paid();
    tells(attemptId, 1, 'chargeback', 40_000n);
    tells(attemptId, 2, 'chargeback-won', 10_000n);
    tells(attemptId, 3, 'refund', 20_000n);
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await books()).toEqual([
      ...['dispute-principal 40000', 'dispute-won-principal 10000', 'refund-principal 20000'],
    ]);
    expect(await order()).toMatchObject({ state: 'paid', returned: 50_000n });
  });

  test.each([
    ['later, and is told first', 2],
    ['in the same moment', 1],
  ])('and a won dispute %s are no loss', async (_when, days) => {
    const { attemptId, order } = await paid();
    tells(attemptId, days, 'chargeback-won', 40_000n);
    tells(attemptId, 1, 'chargeback', 40_000n);
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await books()).toEqual(['dispute-principal 40000', 'dispute-won-principal 40000']);
    expect(await order()).toMatchObject({ state: 'paid', returned: 0n });
  });

  test.each([
    ['the one', (list: Movement[]) => list],
    ['the other', (list: Movement[]) => list.toReversed()],
  ])('of the same moment are booked alike, %s way round', async (_way, round) => {
    const { attemptId, order } = await paid();
    tells(attemptId, 1, 'chargeback', 100_000n);
    tells(attemptId, 1, 'refund', 40_000n);
    const entry = world.cards.book.get(attemptId);
    if (entry) entry.movements.push(...round(entry.movements.splice(1)));
    await pollAttempt(world.ctx, attemptId, 'webhook');
    expect(await books()).toEqual(['dispute-principal 100000', 'refund-principal 14000', 'refund-excess 26000']);
    expect(await order()).toMatchObject({ state: 'refunded', returned: price });
  });
});

test('a part captured and returned in one webhook voids the other authorizations', async () => {
  const { session, quote } = await world.buyer();
  const { attemptId } = accepted(await world.payWith(session, quote, [card(60_000n), code()]));
  world.codes.receive(attemptId);
  world.codes.giveBack(attemptId, undefined, 'chargeback');
  await pollAttempt(world.ctx, attemptId, 'webhook');
  await world.runJobs();
  expect((await world.view(session)).order).toMatchObject({
    ...{ state: 'refunded', received: 54_000n, returned: 54_000n, holdExpiresAt: null },
  });
  expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
  expect(world.cards.captures()).toEqual([]);
});

test.each([
  ['in the same message', false],
  ['in the next one', true],
])('a part captured and partly returned %s still has the other parts captured', async (_when, isTwo) => {
  const { session, quote } = await world.buyer();
  const { attemptId } = accepted(await world.payWith(session, quote, [card(60_000n), code()]));
  world.codes.receive(attemptId);
  if (isTwo) await pollAttempt(world.ctx, attemptId, 'webhook');
  world.codes.giveBack(attemptId, 10_000n, 'chargeback');
  world.sent.length = 0;
  await pollAttempt(world.ctx, attemptId, 'webhook');
  await world.runJobs();
  expect((await world.view(session)).order).toMatchObject({ state: 'paid', received: price, returned: 10_000n });
  expect(world.sandbox()).toEqual({ taken: price - 10_000n, reserved: 0n });
});
