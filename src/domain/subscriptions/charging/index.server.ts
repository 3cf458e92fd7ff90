/**
 * The money of subscriptions' terms: one engine, whatever means they are paid by. A term's order and bill are made once
 * (its natural key), and charged by a kept means without the buyer, by a standing consent, or asked for by a letter.
 */
export { chargeDuePeriods, chargePeriodNow } from './charge-periods.server.ts';
export { collectMandateCharge, collectDueMandateCharges } from './collect-mandate-charge.server.ts';
export {
  cancelOpenCharges,
  endUnusedMandate,
  cancelSubscriptionsAtPeriodEnd,
  refundDuplicatePayment,
} from './cancel-charges.server.ts';
export { endMandate, checkMandates, retryFailedMandateCharges } from './follow-mandates.server.ts';
export { invoicePeriod } from './invoice-period.server.ts';
export { amountOwedNow } from './amount-owed-now.server.ts';
