import type { BrandRegistry } from '#src/branding/index.server.ts';
import { findBrandForLink } from '#src/branding/index.server.ts';
import {
  chooseFlow,
  chooseVoucher,
  cleanQuery,
  type LinkQuery,
  queryInFlow,
  stepAt,
} from '#src/domain/checkout/flows/index.ts';
import type { TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import { findSeller } from '#src/domain/catalog/sellers/index.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Visit, BrokenLink } from '../framework/page.server.ts';

export type VisitFailure = 'product-missing' | 'product-unknown' | 'offer-unknown' | 'seller-unknown';

/** Resolves a link against the brands' data. Nothing is stored; the same link always gives the same visit. */
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

/** An unknown seller invalidates the link's other attribution: the sale has no seller. */
const leftOut = [
  ['seller', ['seller', 'source', 'partner']],
  ['offer', ['offer', 'planId']],
  ['offer', ['offer', 'planId', 'seller', 'source', 'partner']],
] as const;

/** The known parts of a link that `readVisit` refuses. */
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
