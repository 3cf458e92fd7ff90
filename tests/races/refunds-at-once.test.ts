import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundPart, refundOrder } from '#src/domain/payments/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { byDepth, long } from '#tests/support/depth.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { repeatRace } from '#tests/support/repeat-race.ts';

const price = 114_000n;
const askers = 50;
const longMs = byDepth(1_000, 5_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 40 });
});
afterAll(() => database.close());

/** A paid order at a company that gives back whatever it is told to: the only guard here is ours. */
async function paidOrder(world: DomainWorld): Promise<string> {
  const { session, quote } = await world.buyer();
  return accepted(await world.pay(session, quote)).orderId;
}

/** Fifty ask at once, each for their own sum and under their own name; then every job runs twice, all at once. */
async function giveBackAtOnce(world: DomainWorld, orderId: string, sumOf: (asker: number) => bigint) {
  const asked = await Promise.allSettled(
    Array.from({ length: askers }, (_, asker) =>
      refundOrder(world.ctx, orderId, sumOf(asker), newSecret(), 'desistência'),
    ),
  );
  const jobs = world.sent.splice(0).filter(({ job }) => job === 'refund-part');
  await Promise.all([...jobs, ...jobs].map(({ data }) => refundPart(world.ctx, data['partId'] ?? '')));
  return asked.flatMap((one) => (one.status === 'fulfilled' && one.value.ok ? [one.value.value.amount] : []));
}

async function stands(orderId: string) {
  const { db } = database;
  const order = await db.selectFrom('orders').select(['state', 'returned']).where('id', '=', orderId).execute();
  const books = await db
    .selectFrom('ledger_transfers')
    .select(['kind', 'amount'])
    .where('order_id', '=', orderId)
    .execute();
  const back = books.filter(({ kind }) => kind === 'refund-principal').reduce((sum, { amount }) => sum + amount, 0n);
  return { order, back };
}

describe('fifty refunds of one order at once', () => {
  test('T-34 of 60 % each, round after round: one goes, at the company and in the books', long, async () => {
    const part = (price * 60n) / 100n;
    await repeatRace(longMs, async () => {
      const world = createDomainWorld(database);
      const orderId = await paidOrder(world);
      expect(await giveBackAtOnce(world, orderId, () => part)).toEqual([part]);
      expect(world.gateway.balance()).toBe(price - part);
      expect(await stands(orderId)).toEqual({ order: [{ state: 'paid', returned: part }], back: part });
    });
  });

  test(
    'T-34 of any sums, round after round: never more than came, and nothing that could still go is refused',
    long,
    async () => {
      await repeatRace(longMs, async (round) => {
        const world = createDomainWorld(database);
        const orderId = await paidOrder(world);
        const sums = Array.from({ length: askers }, (_, asker) => BigInt(1 + ((asker * 7_919 * round) % 60_000)));
        const gone = (await giveBackAtOnce(world, orderId, (asker) => sums[asker] ?? 0n)).reduce(
          (sum, one) => sum + one,
          0n,
        );
        expect(gone <= price).toBe(true);
        expect(world.gateway.balance()).toBe(price - gone);
        expect(await stands(orderId)).toMatchObject({ order: [{ returned: gone }], back: gone });
        const left = price - gone;
        expect(await refundOrder(world.ctx, orderId, left + 1n, newSecret(), 'x')).toEqual({
          ok: false,
          error: 'refund-too-large',
        });
        if (left > 0n) accepted(await refundOrder(world.ctx, orderId, left, newSecret(), 'x'));
      });
    },
  );

  test('T-34 of nothing, or of less than nothing, is none', async () => {
    const world = createDomainWorld(database);
    const orderId = await paidOrder(world);
    for (const sum of [0n, -1n, -price]) expect(await giveBackAtOnce(world, orderId, () => sum)).toEqual([]);
    expect(world.gateway.balance()).toBe(price);
    expect(await stands(orderId)).toEqual({ order: [{ state: 'paid', returned: 0n }], back: 0n });
  });
});
