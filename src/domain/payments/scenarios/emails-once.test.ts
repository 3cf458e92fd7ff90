import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { refundOrder } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const price = 114_000n;

async function paidOrder() {
  const { session, quote } = await world.buyer();
  const paid = accepted(await world.pay(session, quote));
  await world.notify(paid.attemptId);
  return paid;
}

async function letters() {
  const rows = await database.db.selectFrom('emails').select('kind').orderBy('kind').execute();
  return rows.map(({ kind }) => kind);
}

/** The same news three times, at once and later. */
async function applyAnswer(attemptId: string): Promise<void> {
  await Promise.all([world.notify(attemptId), world.notify(attemptId)]);
  world.clock.advance(86_400_000);
  await world.notify(attemptId);
}

describe('the e-mails of a returned payment', () => {
  test.each(['refund', 'chargeback'] as const)(
    'T-24 confirm the purchase once, and announce the return: a %s in parts',
    async (kind) => {
      const { attemptId } = await paidOrder();
      expect(await letters()).toEqual(['order-paid']);
      for (const part of [40_000n, 40_000n]) {
        world.gateway.giveBack(attemptId, part, kind);
        await applyAnswer(attemptId);
        expect((await letters()).filter((letter) => letter === 'order-paid')).toHaveLength(1);
      }
      world.gateway.giveBack(attemptId, price - 80_000n, kind);
      await applyAnswer(attemptId);
      expect(await letters()).toEqual(['order-paid', 'order-refunded']);
    },
  );

  test('T-24 confirm the purchase once, and announce the return: a dispute that is won', async () => {
    const { attemptId } = await paidOrder();
    for (const kind of ['chargeback', 'chargeback-won'] as const) {
      world.gateway.giveBack(attemptId, price, kind);
      await applyAnswer(attemptId);
    }
    const written = await letters();
    expect(written.filter((letter) => letter === 'order-paid')).toHaveLength(1);
    expect(new Set(written).size).toBe(written.length);
  });

  test('T-24 confirm the purchase once, and announce the return: our own refund, reported after it', async () => {
    const { orderId, attemptId } = await paidOrder();
    accepted(await refundOrder(world.ctx, orderId, 'all', 'the-refund', 'desistência'));
    await world.runJobs();
    await applyAnswer(attemptId);
    expect(await letters()).toEqual(['order-paid', 'order-refunded']);
  });
});

test('T-24 e-mails are stored once per kind and order by the database', async () => {
  await paidOrder();
  const [letter] = await database.db.selectFrom('emails').selectAll().execute();
  if (!letter) throw new Error('There is no letter');
  await expect(
    database.db
      .insertInto('emails')
      .values({ ...letter, id: `${letter.id}-again` })
      .execute(),
  ).rejects.toThrow('emails_order_id_kind_dedup_key');
});
