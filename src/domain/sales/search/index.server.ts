export { type FindContext, findSales, type FoundSale, type FoundSales } from './find-sales.server.ts';
export { findPerson, type PersonView } from './find-person.server.ts';
export { indexChangedSales, rebuildSlice, verifySearchSample } from './index-sales.server.ts';
export { listSales, type SaleCursor, type SaleFilters, type SalePage } from './list-sales.repository.server.ts';
export { type Person, personOfLead } from './person.repository.server.ts';
export { eraseSearchKeys } from './sale-search.repository.server.ts';
export { beginRebuild } from './search-rebuild.repository.server.ts';
export {
  type ChargeDay,
  chargeDays,
  listSubscriptions,
  type SubscriptionCursor,
  type SubscriptionFilters,
  type SubscriptionRow,
} from './subscription-list.repository.server.ts';
