import { findBrandForProductCode } from '#src/branding/index.server.ts';
import { chooseFlow, cleanQuery, linkOfFlow, withVoucher } from '#src/domain/checkout/flows/index.ts';
import { findSeller } from '#src/domain/catalog/sellers/index.ts';
import type { SessionStart } from '#src/domain/checkout/sessions/index.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { ApiServices } from './api.contract.server.ts';

/** What a call may say about where its buyer comes from; the same names as in a link. */
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

/** What a call is about: the session that it opens goes on with no word of the call's own, unless it is followed. */
export interface ResolvedSessionRequest {
  /** With no voucher but the flow's own. */
  readonly start: SessionStart;
  /** The call's own word, for `voucherToApply`; null when it brings none. */
  readonly voucher: { readonly voucher: string | null; readonly isThere: boolean };
  readonly startWith: (word: string | null) => SessionStart;
}

/**
 * What a call is about, by the rules that a link follows, its flow by its whole words. Writes nothing: the session is opened
 * when all is checked.
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
