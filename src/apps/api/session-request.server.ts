import { findBrandForProductCode } from '#src/branding/index.server.ts';
import { chooseFlow, cleanQuery, linkOfFlow, withVoucher } from '#src/domain/checkout/flows/index.ts';
import { findSeller } from '#src/domain/catalog/sellers/index.ts';
import type { SessionStart } from '#src/domain/checkout/sessions/index.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { ApiServices } from './api.contract.server.ts';

/** Fields of a call that say where its buyer comes from, named as in a link. */
export interface SessionRequest {
  readonly productCode: string;
  readonly operation?: Country | undefined;
  readonly offer?: string | undefined;
  readonly planId?: string | undefined;
  readonly flowId?: string | undefined;
  readonly voucher?: string | undefined;
  readonly seller?: string | undefined;
  readonly source?: string | undefined;
}

/** The product, flow and voucher of a call. The new session keeps the call's voucher only when `startWith` gets it. */
export interface ResolvedSessionRequest {
  /** The session without the call's voucher; the flow's own voucher applies. */
  readonly start: SessionStart;
  /** The call's voucher, for `voucherToApply`; null when there is none. */
  readonly voucher: { readonly voucher: string | null; readonly isThere: boolean };
  readonly startWith: (word: string | null) => SessionStart;
}

/**
 * Resolves a call by the rules of a link: product, offer, seller, flow, voucher. Writes nothing; the session is opened once
 * all checks have passed.
 */
export function resolveSessionRequest(
  services: ApiServices,
  browserHash: string,
  sessionRequest: SessionRequest,
): Result<ResolvedSessionRequest, 'product-not-found' | 'offer-not-found' | 'seller-not-found'> {
  const found = findBrandForProductCode(services.brands, sessionRequest.productCode, sessionRequest.operation);
  if (!found) return err('product-not-found');
  const { brand, product } = found;
  const named = Object.entries(sessionRequest).flatMap(([name, value]) =>
    value === undefined || name === 'operation' || name === 'productCode' ? [] : [[name, value] as const],
  );
  const query = cleanQuery(named);
  const offer = query.values['planId'] ?? query.values['offer'];
  const ids = product.plans.flatMap((plan) => [plan.id, ...plan.methods.map((method) => method.planId)]);
  if (offer !== undefined && !ids.includes(offer)) return err('offer-not-found');
  if (!findSeller(brand.sellers, query.seller)) return err('seller-not-found');
  const flow = chooseFlow(brand.flows, query.values);
  const link = (word: string | null) => linkOfFlow(flow, withVoucher(query.values, word));
  const start = {
    browserHash,
    brand: brand.brand,
    variant: brand.variant,
    business: product.business,
    productCode: product.code,
    offer: query.values['offer'] ?? '',
    flowId: flow.id,
    market: brand.market,
    locale: brand.locale,
    seller: query.seller,
    source: query.source,
    link: link(null),
  };
  const word = query.values['voucher'] ?? null;
  const isThere = word !== null && services.ctx.catalog.voucher(brand.brand, brand.variant, word) !== null;
  return ok({ start, voucher: { voucher: word, isThere }, startWith: (kept) => ({ ...start, link: link(kept) }) });
}
