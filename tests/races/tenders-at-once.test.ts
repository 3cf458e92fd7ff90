import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  pollAttempt,
  expireHold,
  advanceSplitOrder,
  refundOrder,
  sweepAttempts,
  sweepExpiredHolds,
} from '#src/domain/payments/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { permutations } from '#tests/support/permutations.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const price = 114_000n;
const minute = 60_000;

/** What an order is at its end, whatever led to it. */
async function ending(session: { readonly id: string }): Promise<string> {
  const { order, split } = await world.view(session);
  const lines = await database.db
    .selectFrom('ledger_transfers')
    .select(['kind', 'amount'])
    .where('order_id', '=', order.id)
    .execute();
  const emails = await database.db.selectFrom('emails').select('kind').where('order_id', '=', order.id).execute();
  const books = lines.map(({ kind, amount }) => `${kind} ${amount}`).toSorted();
  const parts = split?.parts.map(({ principal, standing }) => `${principal} ${standing}`);
  return JSON.stringify([order.state, String(order.received), books, emails.map(({ kind }) => kind).toSorted(), parts]);
}

describe('facts about several tenders', () => {
  test('in any order, by answer, message or job, end in the same rows', async () => {
    const endings = new Set<string>();
    const orders = permutations(['first', 'code', 'job', 'sweep']);
    for (const order of orders) {
      const { session, quote } = await world.buyer();
      world.cards.behaviors.push('challenge');
      const asked = accepted(await world.payWith(session, quote, [card(60_000n), card(20_000n), code()]));
      const paidCode = async (): Promise<void> => {
        const part = (await world.view(session)).split?.parts.at(-1);
        if (part?.standing !== 'waits-for-buyer') return;
        world.codes.receive(part.attemptId);
        await pollAttempt(world.ctx, part.attemptId, 'webhook');
      };
      const does: Readonly<Record<string, () => Promise<unknown>>> = {
        first: async () => {
          world.cards.answer(asked.attemptId, 'authorized');
          await pollAttempt(world.ctx, asked.attemptId, 'webhook');
        },
        code: paidCode,
        job: () => advanceSplitOrder(world.ctx, asked.orderId),
        sweep: () => Promise.all([sweepAttempts(world.ctx), sweepExpiredHolds(world.ctx), world.runJobs()]),
      };
      for (const step of order) await does[step]?.();
      // What could not be done yet when its turn came is done now: the buyer pays the code that is shown.
      await paidCode();
      await world.runJobs();
      endings.add(await ending(session));
    }
    expect(endings.size).toBe(1);
    expect([...endings][0]).toContain('"paid","114000"');
  });

  test('both legs decided at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { session, quote } = await world.buyer();
      accepted(await world.payWith(session, quote, [code(60_000n), code()]));
      const parts = (await world.view(session)).split?.parts ?? [];
      expect(parts.map(({ standing }) => standing)).toEqual(['waits-for-buyer', 'waits-for-buyer']);
      for (const { attemptId } of parts) world.codes.receive(attemptId);
      await Promise.all(
        parts.flatMap(({ attemptId }) => [1, 2, 3].map(() => pollAttempt(world.ctx, attemptId, 'webhook'))),
      );
      await world.runJobs();
      expect((await world.view(session)).order).toMatchObject({ state: 'paid', received: price });
    }
  });

  test('applied ten times at once begin each part once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { session, quote } = await world.buyer();
      const before = world.cards.starts;
      world.cards.behaviors.push('challenge');
      const asked = accepted(await world.payWith(session, quote, [card(40_000n), card(40_000n), card()]));
      world.cards.answer(asked.attemptId, 'authorized');
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === 0
            ? pollAttempt(world.ctx, asked.attemptId, 'check')
            : advanceSplitOrder(world.ctx, asked.orderId),
        ),
      );
      await world.runJobs();
      expect(world.cards.starts - before).toBe(3);
      expect((await world.view(session)).order.state).toBe('paid');
    }
  });
});

describe('the rest of a price of which a part is held, asked for by two browsers', () => {
  test('by a code and by a card at once: it is paid once, and the surplus is refunded with an e-mail', async () => {
    const rounds = 10;
    for (let round = 0; round < rounds; round += 1) {
      const { session, quote } = await world.buyer();
      world.cards.behaviors.push('capture', 'decline');
      const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
      const both = [code(), card()].map((rest) => () => world.payWith(session, quote, [rest]));
      // The first two one after the other, so that each comes first once; then who does is theirs to say.
      const asked = round % 2 === 0 ? both : both.toReversed();
      const first = round < 2 ? [await asked[0]?.()] : [];
      const answers = [...first, ...(await Promise.all(asked.slice(first.length).map((one) => one())))];
      const refusals = answers.flatMap((one) => (one && !one.ok ? [one.error.code] : []));
      expect(refusals.filter((word) => word !== 'attempt-open' && word !== 'order-paid')).toEqual([]);
      // The other browser still shows its code: somebody pays that too.
      const shown = answers.flatMap((one) => (one?.ok && one.value.state === 'awaiting-buyer' ? [one.value] : []));
      for (const { attemptId } of shown) {
        world.codes.receive(attemptId);
        await pollAttempt(world.ctx, attemptId, 'webhook');
      }
      await world.runJobs();
      expect((await world.view(session)).order).toMatchObject({ id: orderId, state: 'paid', received: price });
      const emails = await database.db.selectFrom('emails').select('kind').where('order_id', '=', orderId).execute();
      const came = [...world.codes.book.values()].filter(({ movements }) =>
        movements.some(({ kind }) => kind === 'refund'),
      );
      const isReported = emails.some(({ kind }) => kind === 'surplus-returned');
      expect(isReported).toBe(came.some((one) => shown.some(({ attemptId }) => attemptId === one.attemptId)));
    }
    expect(world.sandbox()).toEqual({ taken: BigInt(rounds) * price, reserved: 0n });
  });
});

describe('the end of the hold window', () => {
  test('against money that comes at that moment: all is taken or nothing is held', async () => {
    const endings = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { session, quote } = await world.buyer();
      const answer = accepted(await world.payWith(session, quote, [card(64_000n), code()]));
      world.clock.advance(32 * minute);
      await sweepAttempts(world.ctx);
      world.clock.advance(15 * minute);
      world.codes.receive(answer.attemptId);
      const ends = () => expireHold(world.ctx, answer.orderId);
      const money = () => pollAttempt(world.ctx, answer.attemptId, 'webhook');
      const both = round % 2 === 0 ? [ends, money] : [money, ends];
      // The first two one after the other, so that each side wins once; then who wins is theirs to say.
      if (round < 2) for (const one of both) await one();
      else await Promise.all(both.map((one) => one()));
      await world.runJobs();
      const { order } = await world.view(session);
      expect(['paid', 'closed']).toContain(order.state);
      endings.add(order.state);
    }
    expect(world.sandbox().reserved).toBe(0n);
    expect(endings).toEqual(new Set(['paid', 'closed']));
  });

  test('against another card at that moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { session, quote } = await world.buyer();
      world.cards.behaviors.push('capture', 'decline');
      const answer = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
      world.clock.advance(15 * minute - 20);
      const tries = [() => world.payWith(session, quote, [card()]), () => sweepExpiredHolds(world.ctx)];
      world.clock.advance(20);
      await Promise.all((round % 2 === 0 ? tries : tries.toReversed()).map((one) => one()));
      await world.runJobs();
      await expireHold(world.ctx, answer.orderId);
      await world.runJobs();
      expect(await world.broken()).toEqual([]);
    }
    expect(world.sandbox().reserved).toBe(0n);
  });

  test('against a gateway that is silent about one part: it is asked until it is known, and nothing stays held', async () => {
    const { session, quote } = await world.buyer();
    world.cards.behaviors.push('capture', 'silent-after');
    const answer = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
    world.cards.isReachable = false;
    world.clock.advance(40 * minute);
    await sweepAttempts(world.ctx);
    await sweepExpiredHolds(world.ctx);
    expect((await world.view(session)).split?.standing).toBe('under-way');
    world.cards.isReachable = true;
    world.clock.advance(6 * minute);
    await sweepAttempts(world.ctx);
    await world.runJobs();
    expect((await world.view(session)).order).toMatchObject({ id: answer.orderId, state: 'paid' });
  });
});

test('refunds of one order at once, while it is looked at, never give back more than came', async () => {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
  const [first] = (await world.view(session)).split?.parts ?? [];
  const asked = Array.from({ length: 30 }, () => refundOrder(world.ctx, orderId, 9_000n, newSecret(), 'x'));
  await Promise.all([...asked, pollAttempt(world.ctx, first?.attemptId ?? '', 'webhook')]);
  await Promise.all([world.runJobs(), world.runJobs(), world.runJobs()]);
  expect(world.sandbox().taken).toBe(price - 12n * 9_000n);
});
