export { readSearchTerm } from './read-search-term.ts';
export {
  type SaleKind,
  type SaleRow,
  type SaleTrouble,
  saleTroubles,
  type SubscriptionListState,
  subscriptionListStates,
} from './sale-row.types.ts';
export type { SearchProbe, SearchProbeKind, SearchTermContext } from './search-term.types.ts';
