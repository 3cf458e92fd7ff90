export { chargeCalendar, chargeDay, type ChargePeriod, chargePeriods } from './charge-calendar.ts';
export { planGoesOn, type PlanKind } from './plan-goes-on.ts';
export { prorateByDay } from './proration.ts';
export { renewalProduct } from './renewal.ts';
export type { DeskBill, DeskFailure, DeskPlan, DeskWish, SubscriptionDesk } from './subscription-desk.port.ts';
export type { NextPlan, Subscription, SubscriptionPeriod } from './subscription.types.ts';
export { termAt } from './term-calendar.ts';
export { planChange } from './upgrade.ts';
export { lastWithdrawalDay, mayWithdraw } from './withdrawal.ts';
