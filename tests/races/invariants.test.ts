import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pollAttempt, expireHold, sweepAttempts } from '#src/domain/payments/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => database.close());

/** An order that two cards paid. */
async function paid() {
  const { session, quote } = await world.buyer();
  const answer = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
  const [first] = (await world.view(session)).split?.parts ?? [];
  return { ...answer, session, first: first?.attemptId ?? '' };
}

/** An order one part of which is held. */
async function held() {
  const { session, quote } = await world.buyer();
  world.cards.behaviors.push('capture', 'decline');
  return accepted(await world.payWith(session, quote, [card(60_000n), card()]));
}

type Plant = readonly [promise: string, bug: string, plant: () => Promise<unknown>];

const change = (text: string) => () => sql.raw(text).execute(database.db);
const asOwner = (text: string) => () =>
  sql
    .raw(`alter table ledger_transfers disable trigger user; ${text}; alter table ledger_transfers enable trigger user`)
    .execute(database.db);

/** One bug per promise at the least, each put into an order that two cards have paid. */
const plants: readonly Plant[] = [
  [
    'I1',
    'a buyer is told paid, and no company has the money',
    async () => world.cards.book.delete((await paid()).attemptId),
  ],
  [
    'I2',
    'a second capture of one charge that nobody wrote down',
    async () => world.cards.receive((await paid()).first),
  ],
  [
    'I2',
    'surplus that nobody has to give back',
    async () => {
      const { first } = await paid();
      world.cards.receive(first, 5n);
      await pollAttempt(world.ctx, first, 'check');
      await change('delete from reconciliation_exceptions')();
    },
  ],
  ['I3', 'a charge is made before it is written', async () => world.cards.appear('att_nobody', 'captured')],
  ['I4', 'a line of the books is lost', asOwner("delete from ledger_transfers where kind = 'capture-principal'")],
  ['I4', 'a line of the books is changed', asOwner('update ledger_transfers set amount = amount + 1')],
  ['I4', 'the books can be changed', change('alter table ledger_transfers disable trigger user')],
  [
    'I5',
    'a refund is made twice',
    async () => {
      const { first } = await paid();
      world.cards.giveBack(first);
      world.cards.giveBack(first);
    },
  ],
  ['I6', 'access before payment', change("update orders set state = 'open', received = 0")],
  ['I6', 'a payment without a letter', change("delete from emails where kind = 'order-paid'")],
  ['I6', 'a payment that nobody outside was told of', change("delete from outbox_events where type = 'order-paid'")],
  ['I7', 'a voucher’s counter is off', change("insert into vouchers (brand, code, used) values ('school', 'x', 3)")],
  ['I8', 'the order costs something else than its lines', change('update order_lines set amount = amount - 1')],
  ['I8', 'the charge is of another amount than its tender', change('update tenders set principal = principal - 1')],
  [
    'I14',
    'what was offered after a purchase is bought twice',
    async () => {
      await paid();
      await paid();
      await change("update orders set parent_order_id = (select min(id) from orders) where state = 'paid'")();
    },
  ],
  [
    'I15',
    'nobody undoes what is held when its time is over',
    async () => {
      await held();
      world.clock.advance(17 * 60_000);
    },
  ],
  [
    'I15',
    'an order is closed and its parts stay reserved',
    async () => {
      const { orderId } = await held();
      world.clock.advance(15 * 60_000);
      await expireHold(world.ctx, orderId);
      // The jobs that give up what is reserved are lost.
      world.sent.length = 0;
    },
  ],
];

describe('invariants that are checked from outside', () => {
  test('hold for orders that are paid, held, canceled, expired and paid late', async () => {
    const { first } = await paid();
    const { orderId } = await held();
    expect(await world.broken()).toEqual([]);
    world.clock.advance(15 * 60_000);
    await expireHold(world.ctx, orderId);
    const { session, quote } = await world.buyer();
    const waiting = accepted(await world.payWith(session, quote, [card(10_000n), code()]));
    world.clock.advance(32 * 60_000);
    await sweepAttempts(world.ctx);
    world.codes.receive(waiting.attemptId);
    world.cards.receive(first, 777n);
    for (const id of [waiting.attemptId, first]) await pollAttempt(world.ctx, id, 'check');
    await world.runJobs();
    expect(await world.broken()).toEqual([]);
  });

  test.each(plants)('%s planted bug: %s', async (promise, _bug, plant) => {
    await paid();
    expect(await world.broken()).toEqual([]);
    await plant();
    const broken = await world.broken();
    expect(broken.filter((one) => one.startsWith(`${promise}:`))).not.toEqual([]);
  });
});
