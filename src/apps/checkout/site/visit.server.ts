import type { Brand } from '#src/branding/index.ts';
import type { BrandRegistry } from '#src/branding/index.server.ts';
import { findBrandForLink } from '#src/branding/index.server.ts';
import type { Plan, Product } from '#src/domain/catalog/products/index.ts';
import {
  chooseFlow,
  chooseVoucher,
  cleanQuery,
  type LinkQuery,
  queryInFlow,
  stepAt,
} from '#src/domain/checkout/flows/index.ts';
import type { Flow, FlowStep, TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import { findSeller, type Seller } from '#src/domain/catalog/sellers/index.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';

/** What a link leads to: whose page this is, what is sold on it, and where in its flow the buyer stands. */
export interface Visit {
  readonly brand: Brand;
  readonly product: Product;
  /** Only when the link names one. */
  readonly plan: Plan | null;
  readonly flow: Flow;
  /** Null on a page that is not a step of this flow. */
  readonly step: FlowStep | null;
  readonly seller: Seller;
  readonly query: LinkQuery;
  /** The word that lowers the price: the link's, as long as it is looked up, or the flow's own. */
  readonly voucher: string | null;
}

export type VisitFailure = 'product-missing' | 'product-unknown' | 'offer-unknown' | 'seller-unknown';

/** Reads a link against the brands' data. Nothing is written; the same link always gives the same visit. */
export function readVisit(
  registry: BrandRegistry,
  paths: TemplatePaths,
  query: LinkQuery,
  path: string,
): Result<Visit, VisitFailure> {
  const target = findBrandForLink(registry, query.values);
  if (!target.ok) return target;
  const { brand, product, plan } = target.value;
  const seller = findSeller(brand.sellers, query.seller);
  if (!seller) return err('seller-unknown');
  const flow = chooseFlow(brand.flows, query.values);
  return ok({
    brand,
    product,
    plan,
    flow,
    step: stepAt(flow, path, paths),
    seller,
    query: queryInFlow(query, flow.id),
    voucher: chooseVoucher(flow, query.values),
  });
}

/** A link that leads nowhere as it is: what of it is known all the same, and what has to be left out of it to buy. */
export interface BrokenLink {
  /** `product`: it names nothing that is sold. */
  readonly unknown: 'seller' | 'offer' | 'product';
  /** The names to leave out; what stays leads to `visit`. */
  readonly without: readonly string[];
  readonly visit: Visit | null;
}

/** An unknown seller takes the link's other attribution along: the sale is nobody's. */
const leftOut = [
  ['seller', ['seller', 'source', 'partner']],
  ['offer', ['offer', 'planId']],
  ['offer', ['offer', 'planId', 'seller', 'source', 'partner']],
] as const;

/** What is known of a link that `readVisit` refuses. */
export function readBrokenLink(
  registry: BrandRegistry,
  paths: TemplatePaths,
  { values }: LinkQuery,
  path: string,
): BrokenLink {
  for (const [unknown, without] of leftOut) {
    const rest = Object.entries(values).filter(([name]) => !without.some((one) => one === name));
    const read = readVisit(registry, paths, cleanQuery(rest), path);
    if (read.ok) return { unknown, without, visit: read.value };
  }
  return { unknown: 'product', without: [], visit: null };
}
