import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { deep, byDepth, long } from '#tests/support/depth.ts';
import { lastOne } from '#tests/support/worlds/domain-school.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { repeatRace } from '#tests/support/repeat-race.ts';
import { withoutRowLocks } from '#tests/support/database/disable-locks.server.ts';

const callers = 100;
const longMs = byDepth(1_000, 5_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 40 });
});
afterAll(() => database.close());

interface Outcome {
  readonly charges: number;
  readonly orders: number;
  readonly answers: number;
  /** How many different answers the successful calls got. */
  readonly different: number;
}

/** One buyer, `callers` clicks at once; surprises count as answers that nobody got. */
async function clickManyTimes(world: DomainWorld, keyOf: (click: number) => string): Promise<Outcome> {
  const { session, quote } = await world.buyer();
  world.gateway.delayMs = 30;
  const clicks = await Promise.allSettled(
    Array.from({ length: callers }, (_, click) => world.pay(session, quote, { idempotencyKey: keyOf(click) })),
  );
  const good = clicks.flatMap((click) =>
    click.status === 'fulfilled' && click.value.ok ? [JSON.stringify(click.value.value)] : [],
  );
  const orders = await database.db.selectFrom('orders').select('id').where('session_id', '=', session.id).execute();
  return {
    charges: world.gateway.captures().length,
    orders: orders.length,
    answers: good.length,
    different: new Set(good).size,
  };
}

describe(`${callers} payments at once`, () => {
  test('T-01 with one key, round after round: one charge, one order, one answer', long, async () => {
    const world = createDomainWorld(database);
    // Answers come sooner and later, so that clicks meet the first one at every step of its way.
    const delays = [0, 1, 5, 30];
    const rounds = await repeatRace(longMs, async (round) => {
      const { session, quote } = await world.buyer();
      world.gateway.delayMs = delays[round % delays.length] ?? 0;
      const click = { idempotencyKey: `the-key-of-click-${round}` };
      const answers = await Promise.all(Array.from({ length: callers }, () => world.pay(session, quote, click)));
      const first = await world.pay(session, quote, click);
      accepted(first);
      // Whoever was told to wait (409) asks again, and hears what all hear.
      const reported = answers.map((answer) => (answer.ok ? JSON.stringify(answer) : answer.error.code));
      expect([JSON.stringify(first), 'attempt-open']).toEqual(expect.arrayContaining([...new Set(reported)]));
      expect([round, world.gateway.starts, world.gateway.captures().length]).toEqual([round, round, round]);
      const orders = await database.db.selectFrom('orders').select('id').where('session_id', '=', session.id).execute();
      expect(orders).toHaveLength(1);
    });
    expect(rounds).toBeGreaterThan(2);
  });

  test('T-02 with a new key each time: still one charge, because the order has one open attempt', async () => {
    const outcome = await clickManyTimes(createDomainWorld(database), (click) => `key-of-click-number-${click}`);
    expect(outcome).toMatchObject({ charges: 1, orders: 1, different: 1 });
  });

  test('the same key after the first answer: the same words for everyone', async () => {
    const world = createDomainWorld(database);
    const { session, quote } = await world.buyer();
    const first = await world.pay(session, quote, { idempotencyKey: 'said-once-said-for-ever' });
    const again = await Promise.all(
      Array.from({ length: callers }, () => world.pay(session, quote, { idempotencyKey: 'said-once-said-for-ever' })),
    );
    expect(first.ok).toBe(true);
    for (const answer of again) expect(answer).toEqual(first);
    expect(world.gateway.starts).toBe(1);
  });

  test('planted bug: without locks and unique rules the same test sees more than one charge', deep, async () => {
    const broken = await createTestDatabase({ poolSize: 40 });
    try {
      const unguarded = await withoutRowLocks(broken);
      let charges = 0;
      // A busy machine may by chance serve one click after another: some round does not.
      for (let round = 0; round < 10 && charges <= 1; round += 1) {
        const outcome = await clickManyTimes(createDomainWorld(unguarded), (click) => `key-of-click-number-${click}`);
        charges = outcome.charges;
      }
      expect(charges).toBeGreaterThan(1);
    } finally {
      await broken.close();
    }
  });
});

describe('the last uses of a voucher', () => {
  /** A world with a voucher for each round, `last-one-7` or `last-three-8`. */
  function vouchers(of: TestDatabase): DomainWorld {
    const { catalog } = createDomainWorld(of).ctx;
    const limits = { one: 1, three: 3 };
    return createDomainWorld(of, {
      catalog: {
        ...catalog,
        voucher: (_brand, _variant, wished) => {
          const [, limit] = /^last-(one|three)-\d+$/.exec(wished) ?? [];
          return limit === 'one' || limit === 'three' ? { ...lastOne, code: wished, limit: limits[limit] } : null;
        },
      },
    });
  }

  type Buyer = Awaited<ReturnType<DomainWorld['buyer']>>;

  /** Fifty pay at once with a voucher that is good for some of them; answers how many did, and what the count says. */
  async function allAtOnce(world: DomainWorld, buyers: Buyer[], voucher: string) {
    const ready = await Promise.all(
      buyers.map(async ({ session }) => ({
        session,
        quote: accepted(await currentQuote(world.ctx, session, { voucher })),
      })),
    );
    const before = world.gateway.captures().length;
    const results = await Promise.allSettled(ready.map(({ session, quote }) => world.pay(session, quote)));
    const paid = results.map((result) => result.status === 'fulfilled' && result.value.ok);
    // Who has paid makes room for somebody else in the next round.
    await Promise.all(paid.map(async (isPaid, index) => isPaid && (buyers[index] = await world.buyer())));
    const row = await world.ctx.db.selectFrom('vouchers').select('used').where('code', '=', voucher).executeTakeFirst();
    return { paid: paid.filter(Boolean).length, charged: world.gateway.captures().length - before, used: row?.used };
  }

  test('T-36 go to exactly so many of 50 buyers, round after round', long, async () => {
    const world = vouchers(database);
    const buyers = await Promise.all(Array.from({ length: 50 }, () => world.buyer()));
    const rounds = await repeatRace(longMs, async (round) => {
      const limit = round % 2 === 0 ? 3 : 1;
      const outcome = await allAtOnce(world, buyers, `last-${limit === 3 ? 'three' : 'one'}-${round}`);
      expect([round, outcome]).toEqual([round, { paid: limit, charged: limit, used: BigInt(limit) }]);
    });
    expect(rounds).toBeGreaterThan(2);
  });
});
