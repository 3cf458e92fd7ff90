export { type LateTerms, type Plan, planTypes, type Product, type TicketLot, type Voucher } from './catalog.types.ts';
export { lowerPlan } from './lower-plan.ts';
export { choosePlan, findPlan, offeredMethods } from './plans.ts';
export { productCodeFromSlug } from './product-codes.ts';
export { checkVoucher, discountOf, voucherKey, type VoucherRefusal } from './vouchers.ts';
export type { OrderBump, ProfilePrice } from './catalog.types.ts';
