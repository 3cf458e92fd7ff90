import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DomainContext } from '#src/domain/context.server.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import type { CompanySettings } from '#src/gateways/company.factories.server.ts';
import { defaultCircuitRules } from '#src/gateways/circuit.server.ts';
import { createGateways, type Gateways } from '#src/gateways/gateway-directory.server.ts';
import type { GatewayRoute } from '#src/gateways/gateway-routes.server.ts';
import { ok } from '#src/kernel/result/result.ts';
import { FakeGateway } from '#tests/support/fixtures/fake-gateway.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';

const price = 114_000n;
const routes: readonly GatewayRoute[] = [
  { businesses: 'all', market: 'BR', methods: ['at-once'], gateways: ['first', 'second'] },
];
const nobody = async (): Promise<never> => Promise.reject(new Error('Nobody asks here'));
const desks = {
  members: { verifiedMemberFor: nobody },
  inPersonPayments: { open: nobody, find: nobody, withdraw: nobody, requestRefund: nobody, creditsAfter: nobody },
};

let database: TestDatabase;
let clock: VirtualClock;
let first: FakeGateway;
let second: FakeGateway;
beforeEach(async () => {
  database = await createTestDatabase();
  clock = new VirtualClock();
  [first, second] = [new FakeGateway('first'), new FakeGateway('second')];
});
afterEach(() => database.close());

/** One process of the product: circuits of its own, the database and the companies shared. */
function app(overrides: Partial<DomainContext> = {}): { world: DomainWorld; gateways: Gateways } {
  const settings: CompanySettings = { env: sandboxEnv('http://127.0.0.1:1'), clock };
  const factories = [first, second].map((book) => ({
    id: book.id,
    methods: ['at-once'],
    markets: ['BR' as const],
    create: () => ({
      id: book.id,
      start: book.start.bind(book),
      find: book.find.bind(book),
      release: book.release.bind(book),
    }),
  }));
  const gateways = createGateways(factories, { ...settings, ...desks }, routes);
  return { gateways, world: createDomainWorld(database, { clock, gateways, ...overrides }) };
}

type Buyer = Awaited<ReturnType<DomainWorld['buyer']>>;
/** Tries until it is paid, as a buyer does who is told that nothing was charged. */
async function payUntilPaid(worlds: readonly DomainWorld[], { session, quote }: Buyer): Promise<number> {
  for (let tries = 1; tries <= 4; tries += 1) {
    const paid = await worlds[tries % worlds.length]?.pay(session, quote);
    if (paid?.ok && paid.value.state === 'captured') return tries;
  }
  throw new Error('Nobody took the money');
}

describe('the next gateway of the route', () => {
  test('takes what the first cannot, for two processes and thirty buyers at once: each order is paid once', async () => {
    first.behavior = 'unreachable';
    const apps = [app(), app()];
    const worlds = apps.map(({ world }) => world);
    const buyers = await Promise.all(Array.from({ length: 30 }, async () => worlds[0]?.buyer()));
    const known = buyers.flatMap((buyer) => buyer ?? []);
    const tries = await Promise.all(known.map((buyer) => payUntilPaid(worlds, buyer)));
    expect(Math.max(...tries)).toBeLessThanOrEqual(2);

    expect([first.balance(), second.balance()]).toEqual([0n, 30n * price]);
    const orders = await database.db.selectFrom('orders').select(['state', 'received']).execute();
    expect(orders).toEqual(Array.from({ length: 30 }, () => ({ state: 'paid', received: price })));
    const attempts = await database.db.selectFrom('attempts').select(['id', 'gateway', 'state']).execute();
    expect(attempts.filter(({ state }) => state === 'captured').every(({ gateway }) => gateway === 'second')).toBe(
      true,
    );
    // Never the same attempt at two companies: what the second has was its own from the beginning.
    const ofSecond = new Set(attempts.filter(({ gateway }) => gateway === 'second').map(({ id }) => id));
    expect([...second.book.values()].every(({ attemptId }) => ofSecond.has(attemptId))).toBe(true);
  });

  test('is asked once a circuit is open, and the first again when it is back', async () => {
    const { world, gateways } = app();
    first.behavior = 'unreachable';
    for (let made = 0; made < defaultCircuitRules.least; made += 1) {
      const { session, quote } = await world.buyer();
      await world.pay(session, quote);
    }
    expect(gateways.circuits()).toContainEqual({ gateway: 'first', state: 'open' });
    const starts = first.starts;
    const { session, quote } = await world.buyer();
    expect(await world.pay(session, quote)).toMatchObject({ ok: true, value: { state: 'captured' } });
    expect([first.starts, second.balance()]).toEqual([starts, price]);

    first.behavior = 'capture';
    clock.advance(defaultCircuitRules.openSeconds * 1000);
    const later = await world.buyer();
    await world.pay(later.session, later.quote);
    expect([first.balance(), second.balance()]).toEqual([price, price]);
    expect(gateways.circuits().every(({ state }) => state === 'closed')).toBe(true);
  });

  test('never gets what the first may have charged: silence is polled at the first', async () => {
    const { world } = app();
    first.behavior = 'silent-after';
    const { session, quote } = await world.buyer();
    const tried = await world.pay(session, quote);
    expect(tried).toMatchObject({ ok: true, value: { state: 'unknown' } });
    expect(await world.pay(session, quote)).toMatchObject({ ok: false, error: { code: 'attempt-open' } });
    first.behavior = 'capture';
    clock.advance(60_000);
    await world.runJobs();
    expect((await orderOfSession(world.ctx, session.id))?.order.state).toBe('paid');
    expect([first.balance(), second.balance(), second.starts]).toEqual([price, 0n, 0]);
  });

  test('does not get what was sealed for the first: it is asked for again, and nothing is written', async () => {
    const plain = app();
    const { rails } = plain.world.ctx;
    const again = { token: 'type-again' };
    const sealedFor = (gateway: string): DomainContext['rails'] => ({
      ...rails,
      server: (id) => ({
        ...rails.server(id),
        readDetails: ({ buyer }) => ok({ payer: buyer, details: {}, kept: {}, sealed: { for: gateway, again } }),
      }),
    });
    const toFirst = app({ rails: sealedFor('first') });
    const { session, quote } = await toFirst.world.buyer();
    first.behavior = 'unreachable';
    for (let made = 0; made < defaultCircuitRules.least; made += 1) {
      const other = await toFirst.world.buyer();
      await toFirst.world.pay(other.session, other.quote);
    }
    expect(await toFirst.world.pay(session, quote)).toEqual({
      ok: false,
      error: { code: 'fields-invalid', fields: again },
    });
    expect(await orderOfSession(toFirst.world.ctx, session.id)).toBeNull();

    // Typed once more, for the company that the page names now.
    const toSecond = createDomainWorld(database, { clock, gateways: toFirst.gateways, rails: sealedFor('second') });
    expect(toFirst.gateways.choose('school', 'BR', 'at-once')?.id).toBe('second');
    expect(await toSecond.pay(session, quote)).toMatchObject({ ok: true, value: { state: 'captured' } });
    expect([first.balance(), second.balance()]).toEqual([0n, price]);
  });
});
