import type { DomainContext } from '#src/domain/context.server.ts';
import type { GatewayCriteria } from '#src/domain/payments/ports/directories.port.ts';
import type { Product } from '#src/domain/catalog/products/index.ts';
import type { Lead } from '#src/domain/checkout/leads/index.ts';
import type { RailManifest, RailServer, MandateTerms } from '#src/domain/payments/index.ts';
import { prepareTender } from '#src/domain/payments/instruments/prepare-tender.server.ts';
import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { ok } from '#src/kernel/result/result.ts';
import { FakeGateway } from '../fixtures/fake-gateway.ts';
import { course } from './domain-school.ts';

type From = Parameters<typeof prepareTender>[1];

/** What is other than in an ordinary call: one payment of the whole price. */
export interface TenderChanges extends Partial<Omit<From, 'request' | 'quote'>> {
  readonly request?: Partial<From['request']>;
  readonly quote?: Partial<Quote>;
}

/** Tenders of one buyer as they are read and checked, at an instant that stands still. */
export interface TenderWorld {
  readonly now: Date;
  /** What may be agreed to for later. */
  readonly terms: MandateTerms;
  /** The first is asked unless another is named or the first is avoided. */
  readonly companies: { readonly first: FakeGateway; readonly second: FakeGateway };
  /** What is other than in the rails of the world. */
  rail: Partial<RailManifest>;
  server: Partial<RailServer>;
  product: Product | null;
  /** What the rail was told of the sale. */
  readonly reported: Parameters<RailServer['readDetails']>[0][];
  prepare(changes?: TenderChanges): ReturnType<typeof prepareTender>;
}

export function createTenderWorld(given: {
  readonly ctx: DomainContext;
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly quote: Quote;
}): TenderWorld {
  const { ctx, session, lead } = given;
  const now = new Date('2026-03-01T12:00:00Z');
  const terms: MandateTerms = {
    price: { amount: given.quote.total, currency: given.quote.currency },
    ...{ period: 'yearly', firstDueOn: '2027-03-01' },
  };
  const companies = { first: new FakeGateway('first'), second: new FakeGateway('second') };
  const choose = ({ only, avoided = [] }: GatewayCriteria = {}) =>
    [companies.first, companies.second].find(({ id }) => (only === undefined ? !avoided.includes(id) : id === only)) ??
    null;
  const sandboxWorld: TenderWorld = {
    ...{ now, terms, companies, rail: {}, server: {}, product: course, reported: [] },
    prepare,
  };
  const railServer = (id: string): RailServer => {
    const known = { ...ctx.rails.server(id), ...sandboxWorld.server };
    return {
      ...known,
      readDetails: (input) => {
        sandboxWorld.reported.push(input);
        return known.readDetails(input);
      },
    };
  };
  const byMethod: DomainContext['rails']['byMethod'] = (method) => {
    const known = ctx.rails.byMethod(method);
    return known && { ...known, ...sandboxWorld.rail };
  };
  const here: DomainContext = {
    ...ctx,
    clock: { now: () => now },
    catalog: { ...ctx.catalog, product: () => sandboxWorld.product },
    rails: { ...ctx.rails, byMethod, server: railServer },
    gateways: { ...ctx.gateways, choose: (_business, _market, _method, options) => choose(options) },
  };
  function prepare({ request, quote, ...changes }: TenderChanges = {}) {
    const upcoming = { recurring: terms, renewal: terms };
    return prepareTender(here, {
      ...{ session, lead, principal: given.quote.total, avoided: [], vaults: new Map(), upcoming, index: 3 },
      ...changes,
      quote: { ...given.quote, ...quote },
      request: { method: 'at-once', installments: 1, fields: {}, ...request },
    });
  }
  return sandboxWorld;
}

/** A rail that understood its form so. */
export function reads(details: object): Partial<RailServer> {
  return { readDetails: ({ buyer }) => ok({ payer: buyer, details: {}, kept: {}, ...details }) };
}
