export {
  type LateFeeTerms,
  type Plan,
  planTypes,
  type Product,
  type TicketLot,
  type Voucher,
} from './catalog.types.ts';
export { choosePlan, discountPlan, findPlan, offeredMethods } from './plans.ts';
export { productCodeFromSlug } from './product-codes.ts';
export { checkVoucher, discountOf, voucherKey, type VoucherRefusal } from './check-voucher.ts';
export type { OrderBump, ProfilePrice } from './catalog.types.ts';
