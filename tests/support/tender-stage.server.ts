import type { DomainContext, GatewayWish } from '#src/domain/context.server.ts';
import type { Product } from '#src/domain/catalog/index.ts';
import type { Lead } from '#src/domain/leads/index.ts';
import type { RailManifest, RailServer } from '#src/domain/payments/index.ts';
import type { RecurringTerms } from '#src/domain/recurrences/index.ts';
import { prepareTender } from '#src/domain/payments/prepare-tender.server.ts';
import type { Quote } from '#src/domain/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { ok } from '#src/kernel/result/result.ts';
import { BookGateway } from './book-gateway.ts';
import { course } from './domain-school.ts';

type From = Parameters<typeof prepareTender>[1];

/** What is other than in an ordinary call: one payment of the whole price. */
export interface TenderChanges extends Partial<Omit<From, 'request' | 'quote'>> {
  readonly request?: Partial<From['request']>;
  readonly quote?: Partial<Quote>;
}

/** Tenders of one buyer as they are read and checked, at an instant that stands still. */
export interface TenderStage {
  readonly now: Date;
  /** What may be agreed to for later. */
  readonly terms: RecurringTerms;
  /** The first is asked unless another is named or the first is avoided. */
  readonly companies: { readonly first: BookGateway; readonly second: BookGateway };
  /** What is other than in the rails of the world. */
  rail: Partial<RailManifest>;
  server: Partial<RailServer>;
  product: Product | null;
  /** What the rail was told of the sale. */
  readonly told: Parameters<RailServer['readDetails']>[0][];
  prepare(changes?: TenderChanges): ReturnType<typeof prepareTender>;
}

export function createTenderStage(given: {
  readonly ctx: DomainContext;
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly quote: Quote;
}): TenderStage {
  const { ctx, session, lead } = given;
  const now = new Date('2026-03-01T12:00:00Z');
  const terms: RecurringTerms = {
    price: { amount: given.quote.total, currency: given.quote.currency },
    ...{ period: 'yearly', firstDueOn: '2027-03-01' },
  };
  const companies = { first: new BookGateway('first'), second: new BookGateway('second') };
  const choose = ({ only, avoided = [] }: GatewayWish = {}) =>
    [companies.first, companies.second].find(({ id }) => (only === undefined ? !avoided.includes(id) : id === only)) ??
    null;
  const stage: TenderStage = { ...{ now, terms, companies, rail: {}, server: {}, product: course, told: [] }, prepare };
  const railServer = (id: string): RailServer => {
    const known = { ...ctx.rails.server(id), ...stage.server };
    return {
      ...known,
      readDetails: (input) => {
        stage.told.push(input);
        return known.readDetails(input);
      },
    };
  };
  const byMethod: DomainContext['rails']['byMethod'] = (method) => {
    const known = ctx.rails.byMethod(method);
    return known && { ...known, ...stage.rail };
  };
  const here: DomainContext = {
    ...ctx,
    clock: { now: () => now },
    catalog: { ...ctx.catalog, product: () => stage.product },
    rails: { ...ctx.rails, byMethod, server: railServer },
    gateways: { ...ctx.gateways, choose: (_business, _market, _method, wish) => choose(wish) },
  };
  function prepare({ request, quote, ...changes }: TenderChanges = {}) {
    const ahead = { recurring: terms, renewal: terms };
    return prepareTender(here, {
      ...{ session, lead, principal: given.quote.total, avoided: [], keepers: new Map(), ahead, index: 3 },
      ...changes,
      quote: { ...given.quote, ...quote },
      request: { method: 'at-once', installments: 1, fields: {}, ...request },
    });
  }
  return stage;
}

/** A rail that understood its form so. */
export function reads(details: object): Partial<RailServer> {
  return { readDetails: ({ buyer }) => ok({ payer: buyer, details: {}, kept: {}, ...details }) };
}
