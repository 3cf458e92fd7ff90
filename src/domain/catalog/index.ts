export {
  type InstallmentRule,
  type Plan,
  type PlanMethod,
  type PlanType,
  planTypes,
  type Product,
  type Voucher,
} from './catalog.types.ts';
export { choosePlan, findPlan, offeredMethods } from './plans.ts';
export { productCodeFromSlug } from './product-codes.ts';
export { checkVoucher, discountOf, voucherKey, type VoucherRefusal } from './vouchers.ts';
