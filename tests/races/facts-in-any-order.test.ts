import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyGatewayFact, pollAttempt } from '#src/domain/payments/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { permutations } from '#tests/support/permutations.ts';
import { withoutRowLocks } from '#tests/support/database/disable-locks.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 30 });
});
afterAll(() => database.close());

type Teller = (world: DomainWorld, attemptId: string) => Promise<unknown>;

/** Who may tell us about the money: our own call's late answer, the gateway's message, the job that looks. */
const tellers: readonly Teller[] = [
  (world, attemptId) =>
    applyGatewayFact(
      world.ctx,
      attemptId,
      { state: 'awaiting-buyer', movements: [], instructions: { code: 'late' }, at: new Date() },
      'answer',
    ),
  (world, attemptId) => world.notify(attemptId, `first-${attemptId}`),
  (world, attemptId) => world.notify(attemptId, `second-${attemptId}`),
  (world, attemptId) => pollAttempt(world.ctx, attemptId, 'check'),
  (world, attemptId) =>
    applyGatewayFact(world.ctx, attemptId, { state: 'failed', movements: [], at: new Date() }, 'deadline'),
];

async function openCode(world: DomainWorld): Promise<{ orderId: string; attemptId: string }> {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const paid = await world.pay(session, quote, { method: 'by-code' });
  if (!paid.ok) throw new Error(paid.error.code);
  world.gateway.receive(paid.value.attemptId);
  return paid.value;
}

/** Everything that the facts left behind, without ids and times. */
async function traces(db: TestDatabase['db'], orderId: string) {
  const [order, attempts, ledger, grants, emails, events] = await Promise.all([
    db.selectFrom('orders').select(['state', 'received', 'total']).where('id', '=', orderId).executeTakeFirst(),
    db.selectFrom('attempts').select(['state', 'amount', 'next_check_at']).where('order_id', '=', orderId).execute(),
    db
      .selectFrom('ledger_transfers')
      .select(['kind', 'amount', 'debit_account', 'credit_account'])
      .where('order_id', '=', orderId)
      .execute(),
    db.selectFrom('access_grants').select('state').where('order_id', '=', orderId).execute(),
    db.selectFrom('emails').select('kind').where('order_id', '=', orderId).orderBy('kind').execute(),
    db.selectFrom('outbox_events').select('type').where('order_id', '=', orderId).execute(),
  ]);
  return { order, attempts, ledger, grants, emails, events };
}

const expected = {
  order: { state: 'paid', received: 114_000n, total: 114_000n },
  attempts: [{ state: 'captured', amount: 114_000n, next_check_at: null }],
  ledger: [
    { kind: 'capture-principal', amount: 114_000n, debit_account: 'gateway/book', credit_account: 'sales/school' },
  ],
  grants: [{ state: 'active' }],
  emails: [{ kind: 'order-paid' }, { kind: 'payment-instructions' }],
  events: [{ type: 'access-granted' }, { type: 'order-paid' }],
};

describe('answer, webhook and poll', () => {
  test('T-21 in each of their 120 orders leave the same rows', async () => {
    const world = createDomainWorld(database);
    const all = permutations(tellers);
    expect(all).toHaveLength(120);
    for (const order of all) {
      const { orderId, attemptId } = await openCode(world);
      for (const tell of order) await tell(world, attemptId);
      expect(await traces(database.db, orderId)).toEqual(expected);
    }
  });

  test('T-12 all at once, ten of each, leave the same rows', async () => {
    const world = createDomainWorld(database);
    for (let round = 0; round < 20; round += 1) {
      const { orderId, attemptId } = await openCode(world);
      const crowd = Array.from({ length: 10 }, () => tellers).flat();
      await Promise.all(crowd.map((tell) => tell(world, attemptId)));
      expect(await traces(database.db, orderId)).toEqual(expected);
    }
  });

  test('planted bug: without locks and unique rules the books count the money twice', async () => {
    const broken = await createTestDatabase({ poolSize: 30 });
    try {
      const world = createDomainWorld(await withoutRowLocks(broken));
      let wrong = 0;
      for (let round = 0; round < 10 && wrong === 0; round += 1) {
        const { orderId, attemptId } = await openCode(world);
        const crowd = Array.from({ length: 10 }, () => tellers).flat();
        await Promise.allSettled(crowd.map((tell) => tell(world, attemptId)));
        const left = await traces(broken.db, orderId);
        if (JSON.stringify(left, replacer) !== JSON.stringify(expected, replacer)) wrong += 1;
      }
      expect(wrong).toBeGreaterThan(0);
    } finally {
      await broken.close();
    }
  });
});

function replacer(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
