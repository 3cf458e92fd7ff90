export { chargeCalendar, chargeDay, type ChargePeriod, chargePeriods } from './charge-calendar.ts';
export { prorateByDay } from './proration.ts';
export { renewalProduct, renewedTerm } from './renewal.ts';
export type { DeskBill, DeskFailure, SubscriptionDesk } from './subscription-desk.port.ts';
export type { Subscription } from './subscription.types.ts';
export { planChange } from './upgrade.ts';
export { lastWithdrawalDay, mayWithdraw } from './withdrawal.ts';
