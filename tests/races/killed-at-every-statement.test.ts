import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#src/domain/database/index.server.ts';
import { reconcileCredits, sweepWebhooks } from '#src/domain/payments/index.server.ts';
import { createKysely } from '#src/kernel/db/pool.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { type CrashingPool, crashingPool } from '#tests/support/database/crashing-pool.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

/** A code whose money is at the bank; nobody here knows yet. */
async function paidCode() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  world.gateway.receive(code.attemptId);
  return code;
}

/** A process over the same database, at the same gateway, that dies at its n-th statement. */
function dying(at: Parameters<typeof crashingPool>[1]): { process: DomainWorld; life: CrashingPool } {
  const life = crashingPool(database.pool, at);
  const { gateways } = world.ctx;
  const process = createDomainWorld(
    { ...database, db: createKysely<Database>(life.pool) },
    { gateways, clock: world.clock },
  );
  return { process, life };
}

/** Everything that follows from one payment, and whether the news of it counts as handled. */
async function effects({ orderId, attemptId }: { orderId: string; attemptId: string }) {
  const { db } = database;
  const [orders, books, emails, events, grants, news] = await Promise.all([
    db.selectFrom('orders').select(['state', 'received']).where('id', '=', orderId).execute(),
    db.selectFrom('ledger_transfers').select(['kind', 'amount']).where('order_id', '=', orderId).execute(),
    db.selectFrom('emails').select('kind').where('order_id', '=', orderId).orderBy('kind').execute(),
    db.selectFrom('outbox_events').select('type').where('order_id', '=', orderId).orderBy('type').execute(),
    db.selectFrom('access_grants').select('state').where('order_id', '=', orderId).execute(),
    db.selectFrom('incoming_webhooks').select('state').where('attempt_id', '=', attemptId).execute(),
  ]);
  return { orders, books, emails, events, grants, isHandled: news.some(({ state }) => state === 'applied') };
}

const nothing = {
  orders: [{ state: 'open', received: 0n }],
  books: [],
  emails: [{ kind: 'payment-instructions' }],
  events: [],
  grants: [],
  isHandled: false,
};
const all = {
  orders: [{ state: 'paid', received: 114_000n }],
  books: [{ kind: 'capture-principal', amount: 114_000n }],
  emails: [{ kind: 'order-paid' }, { kind: 'payment-instructions' }],
  events: [{ type: 'access-granted' }, { type: 'order-paid' }],
  grants: [{ state: 'active' }],
  isHandled: true,
};

/** What a process does with news of money, and how the next one goes on. */
const ways = {
  message: {
    deliver: (process: DomainWorld, attemptId: string) => process.notify(attemptId, `event-${attemptId}`),
    // The company sends again what nobody took; what was taken is swept up.
    finish: async (attemptId: string) => {
      await world.notify(attemptId, `event-${attemptId}`);
      world.clock.advance(120_000);
      await sweepWebhooks(world.ctx);
    },
  },
  list: {
    deliver: (process: DomainWorld) => reconcileCredits(process.ctx),
    finish: async () => {
      world.clock.advance(120_000);
      await reconcileCredits(world.ctx);
      await sweepWebhooks(world.ctx);
    },
  },
} as const;

describe.each(['message', 'list'] as const)('a process that learns of money by a %s and dies', (way) => {
  test.each(['before', 'after'] as const)(
    'T-23 just %s any of its statements has written all or nothing, and the next one does it once',
    async (when) => {
      const { deliver, finish } = ways[way];
      const seen = { nothing: 0, all: 0 };
      let isAlive = false;
      for (let statement = 1; !isAlive; statement += 1) {
        const code = await paidCode();
        const { process, life } = dying({ statement, when });
        await Promise.resolve(deliver(process, code.attemptId)).catch((thrown: unknown) => {
          if (!life.isDead()) throw thrown;
        });
        isAlive = !life.isDead();
        const at = `${when} ${life.sent.length}: ${life.sent.at(-1)?.slice(0, 80)}`;
        const found = await effects(code);
        const kind = found.books.length > 0 ? 'all' : 'nothing';
        expect([at, found]).toEqual([at, kind === 'all' ? all : nothing]);
        seen[kind] += 1;
        await finish(code.attemptId);
        expect([at, await effects(code)]).toEqual([at, all]);
      }
      // It did die at many places, and on both sides of the commit.
      expect(seen.nothing).toBeGreaterThan(10);
      expect(seen.all).toBeGreaterThan(0);
    },
  );
});
