export { chargeCalendar, chargeDay, type ChargePeriod, chargePeriods } from './charge-calendar.ts';
export { owedPrice, owedPriceOf } from './owed-price.ts';
export { planGoesOn, type PlanKind } from './plan-goes-on.ts';
export { prorateByDay } from './proration.ts';
export { renewalProduct } from './renewal.ts';
export type {
  AgreedCharge,
  DeskBill,
  DeskFailure,
  DeskPlan,
  DeskWish,
  SubscriptionDesk,
} from './subscription-desk.port.ts';
export type { NextPlan, Subscription, SubscriptionPeriod } from './subscription.types.ts';
export { termPaidOn } from './term-calendar.ts';
export { planChange } from './upgrade.ts';
export { lastWithdrawalDay, mayWithdraw } from './withdrawal.ts';
