import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { receiveWebhook, reconcileCredits } from '#src/domain/payments/index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 30 });
  world = createDomainWorld(database);
});
afterAll(() => database.close());

async function paidCode() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  world.gateway.receive(code.attemptId);
  return code;
}

async function effects(orderId: string) {
  const [books, emails, events, grants] = await Promise.all([
    database.db.selectFrom('ledger_transfers').select('kind').where('order_id', '=', orderId).execute(),
    database.db.selectFrom('emails').select('kind').where('order_id', '=', orderId).orderBy('kind').execute(),
    database.db.selectFrom('outbox_events').select('type').where('order_id', '=', orderId).execute(),
    database.db.selectFrom('access_grants').select('state').where('order_id', '=', orderId).execute(),
  ]);
  return { books, emails, events, grants };
}

const once = {
  books: [{ kind: 'capture-principal' }],
  emails: [{ kind: 'order-paid' }, { kind: 'payment-instructions' }],
  events: [{ type: 'access-granted' }, { type: 'order-paid' }],
  grants: [{ state: 'active' }],
};

describe('ten copies of one webhook at once', () => {
  test('T-16 T-24 one ledger line, one e-mail of each kind, one event, one access grant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { orderId, attemptId } = await paidCode();
      await Promise.all(Array.from({ length: 10 }, () => world.notify(attemptId, `event-${attemptId}`)));
      expect(await effects(orderId)).toEqual(once);
    }
  });

  test('T-18 together with the list of credits, in any number of workers: the amount is counted once', async () => {
    const codes = await Promise.all(Array.from({ length: 5 }, () => paidCode()));
    await Promise.all([
      ...Array.from({ length: 5 }, () => reconcileCredits(world.ctx)),
      ...codes.flatMap(({ attemptId }) => [world.notify(attemptId), world.notify(attemptId)]),
    ]);
    for (const { orderId } of codes) {
      expect(await effects(orderId)).toEqual(once);
      const order = await database.db
        .selectFrom('orders')
        .select(['received', 'state'])
        .where('id', '=', orderId)
        .execute();
      expect(order).toEqual([{ received: 114_000n, state: 'paid' }]);
    }
  });
});

describe('a message that is refused', () => {
  test('loses nothing: the list of credits has the same', async () => {
    const { orderId } = await paidCode();
    const body = Buffer.from('forged');
    const answer = await receiveWebhook(world.ctx, 'book', { headers: {}, body, receivedAt: world.clock.now() });
    expect(answer.outcome).toBe('refused');
    await reconcileCredits(world.ctx);
    expect(await effects(orderId)).toEqual(once);
  });
});
