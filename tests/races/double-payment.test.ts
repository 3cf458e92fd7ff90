import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/domain-world.server.ts';
import { withoutGuards } from '#tests/support/sabotage.server.ts';

const callers = 100;

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
  test('T-01 with one key: one charge, one order, one answer', async () => {
    const outcome = await clickManyTimes(createDomainWorld(database), () => 'the-key-of-this-click');
    expect(outcome).toMatchObject({ charges: 1, orders: 1, different: 1 });
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

  test('planted bug: without locks and unique rules the same test sees more than one charge', async () => {
    const broken = await createTestDatabase({ poolSize: 40 });
    try {
      const unguarded = await withoutGuards(broken);
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

describe('the last use of a voucher', () => {
  test('T-36 goes to exactly one of 50 buyers', async () => {
    const world = createDomainWorld(database);
    const { currentQuote } = await import('#src/domain/quotes/index.server.ts');
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { session } = await world.buyer();
        const quote = await currentQuote(world.ctx, session, { voucher: 'last-one' });
        if (!quote.ok) throw new Error(quote.error.code);
        return { session, quote: quote.value };
      }),
    );
    const results = await Promise.all(buyers.map(({ session, quote }) => world.pay(session, quote)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(world.gateway.captures()).toHaveLength(1);
    const [row] = await database.db.selectFrom('vouchers').select('used').where('code', '=', 'last-one').execute();
    expect(row?.used).toBe(1n);
  });
});
