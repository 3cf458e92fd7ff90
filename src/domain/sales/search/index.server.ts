export { findSales, type FoundSale } from './find-sales.server.ts';
export { findPerson } from './find-person.server.ts';
export { indexChangedSales, rebuildSlice, verifySearchSample } from './index-sales.server.ts';
export { listSales, type SaleCursor, type SaleFilters, salesPage } from './list-sales.repository.server.ts';
export { personOfLead } from './person.repository.server.ts';
export { inScope } from './sale-row.repository.server.ts';
export { eraseSearchKeys } from './sale-search.repository.server.ts';
export { beginRebuild } from './search-rebuild.repository.server.ts';
export {
  chargeDays,
  listSubscriptions,
  type SubscriptionCursor,
  type SubscriptionRow,
} from './subscription-list.repository.server.ts';
