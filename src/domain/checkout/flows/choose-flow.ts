import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import { voucherKey } from '#src/domain/catalog/products/index.ts';
import type { Flow } from '../../catalog/brand-data/index.ts';

type Values = Readonly<Record<string, string>>;

/** The key of a session's link that lets a trial come first; it is written here only, and never into an address. */
export const trialLinkKey = 'startsFree';

/**
 * The flow that a link asks for (specification, section 4). A flow that is selected by the link's `route`, then one by
 * its `voucher`, goes first; else `flowId`, else `offer` when an offer is given, else `default`; when there is no flow
 * of that name, the first.
 */
export function chooseFlow(flows: readonly [Flow, ...Flow[]], query: Values): Flow {
  const { route, voucher, flowId, offer } = query;
  if (route !== undefined) {
    const forced = flows.find((flow) => flow.selectedBy.routes.includes(route.toLowerCase()));
    if (forced) return forced;
  }
  if (voucher !== undefined) {
    const key = voucherKey(voucher);
    const forced = flows.find((flow) => flow.selectedBy.vouchers.some((code) => voucherKey(code) === key));
    if (forced) return forced;
  }
  const requestedId = flowId ?? (offer === undefined ? 'default' : 'offer');
  return flows.find((flow) => flow.id === requestedId) ?? flows[0];
}

/**
 * The link that a session stores: the query's values, the voucher in force, and whether a trial comes first. No link can
 * bring that last value itself: the query has no such name.
 */
export function linkOfFlow(flow: Flow, query: Values): Readonly<Record<string, string>> {
  const voucher = chooseVoucher(flow, query);
  return { ...query, ...(voucher === null ? {} : { voucher }), ...(flow.startsFree ? { [trialLinkKey]: 'yes' } : {}) };
}

/** The same link with another voucher code in place of its own, or with none. */
export function withVoucher(query: Values, code: string | null): Values {
  const others = Object.entries(query).filter(([name]) => name !== 'voucher');
  return Object.fromEntries(code === null ? others : [...others, ['voucher', code]]);
}

/** The voucher in force: the link's, else the one that the flow's first step brings. */
export function chooseVoucher(flow: Flow, query: Values): string | null {
  return query['voucher'] ?? flow.steps[0].props.voucher ?? null;
}

/** Locale and country that a link asks for: Peru by the flow's id, Mozambique by `lang=pt-mz`, else Brazil. */
export function requestedMarket(query: Values, flowId: string): { readonly locale: Locale; readonly country: Country } {
  if (flowId.toLowerCase().includes('peru')) return { locale: 'es-PE', country: 'PE' };
  if (query['lang']?.toLowerCase() === 'pt-mz') return { locale: 'pt-MZ', country: 'MZ' };
  return { locale: 'pt-BR', country: 'BR' };
}
