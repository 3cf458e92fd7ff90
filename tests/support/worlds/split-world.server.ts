import type { OrderView } from '#src/domain/orders/index.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import type { PayRequest, PayResult } from '#src/domain/payments/index.ts';
import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { FakeGateway } from '../fixtures/fake-gateway.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { invariantViolations, type SandboxRecords } from '../invariants/invariants.server.ts';
import { createDomainWorld, type DomainWorld } from './domain-world.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';

type Options = PayRequest['tenders'][number];

/** One tender at the company that reserves. */
export const card = (amount?: bigint, installments = 1): Options => ({
  method: 'at-once',
  installments,
  fields: {},
  ...(amount === undefined ? {} : { amount }),
});
/** One tender whose buyer pays by a code. */
export const code = (amount?: bigint): Options => ({ ...card(amount), method: 'by-code' });

/** A world with two companies: one reserves money for fifteen days, the other waits for its buyer. */
export interface SplitWorld extends DomainWorld {
  readonly cards: FakeGateway;
  readonly codes: FakeGateway;
  payWith(session: CheckoutSession, quote: Quote, tenders: Options[], change?: Partial<PayRequest>): Promise<PayResult>;
  view(session: { readonly id: string }): Promise<OrderView>;
  /** Promises that are broken now, by the companies' books and the rows (`invariants.server.ts`). */
  broken(): Promise<string[]>;
  /** Closes the database; throws when a promise is broken by then. Every test ends with it. */
  end(): Promise<void>;
  /** What the companies' books hold of the buyers' money now. */
  sandbox(): { readonly taken: bigint; readonly reserved: bigint };
}

export function createSplitWorld(database: TestDatabase, overrides: Partial<DomainContext> = {}): SplitWorld {
  const cards = new FakeGateway('cards');
  cards.holdSeconds = 15 * 86_400;
  const codes = new FakeGateway('codes');
  codes.behavior = 'await';
  const both = [cards, codes];
  const world = createDomainWorld(database, {
    gateways: {
      choose: (_business, _market, method) => (method === 'by-code' ? codes : cards),
      byId: (id) => both.find((one) => one.id === id) ?? null,
      all: () => both,
    },
    ...overrides,
  });
  const broken = () => invariantViolations(database.pool, bookOf(both), { now: world.clock.now() });
  return {
    ...world,
    cards,
    codes,
    payWith: (session, quote, tenders, change = {}) => world.pay(session, quote, { tenders, ...change }),
    async view(session) {
      const view = await orderOfSession(world.ctx, session.id);
      if (!view) throw new Error('No order');
      return view;
    },
    broken,
    async end() {
      const found = await broken();
      await database.close();
      if (found.length > 0) throw new Error(found.join('\n'));
    },
    sandbox() {
      const entries = both.flatMap(({ book }) => [...book.values()]);
      return {
        taken: both.reduce((sum, one) => sum + one.balance(), 0n),
        reserved: entries.reduce((sum, one) => sum + (one.state === 'authorized' ? one.amount.amount : 0n), 0n),
      };
    },
  };
}

/** The books of the tests' own companies as the sandbox would serve them. */
export function bookOf(gateways: readonly FakeGateway[]): SandboxRecords {
  const entries = gateways.flatMap(({ book }) => [...book.values()]);
  return {
    charges: entries.map(({ id, attemptId, state, amount }) => ({
      id,
      reference: attemptId,
      status: state,
      amount: Number(amount.amount),
      currency: amount.currency,
    })),
    movements: entries.flatMap(({ id: chargeId, movements }) =>
      movements.map(({ id, kind, amount, currency }) => ({ id, chargeId, kind, amount: Number(amount), currency })),
    ),
  };
}
