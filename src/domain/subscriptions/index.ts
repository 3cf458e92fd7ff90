export { chargeCalendar } from './charge-calendar.ts';
export { renewalProduct, renewedTerm } from './renewal.ts';
export type { DeskBill, DeskFailure, SubscriptionDesk } from './subscription-desk.port.ts';
export type { Subscription } from './subscription.types.ts';
export { planChange } from './upgrade.ts';
