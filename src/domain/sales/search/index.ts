export {
  type SaleKind,
  saleKinds,
  type SaleRow,
  saleTroubles,
  type SubscriptionListState,
  subscriptionListStates,
} from './sale-row.types.ts';
export type { SearchProbeKind } from './search-term.types.ts';
