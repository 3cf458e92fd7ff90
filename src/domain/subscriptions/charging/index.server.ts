/**
 * Charges of billing periods. The order and the invoice of a period are made once (its natural key), and charged by a payment
 * profile off-session, by a mandate, or sent as an invoice by e-mail.
 */
export { chargeDuePeriods, chargePeriodNow } from './charge-periods.server.ts';
export { collectDueMandateCharges } from './collect-mandate-charge.server.ts';
export {
  cancelOpenCharges,
  endUnusedMandate,
  cancelSubscriptionsAtPeriodEnd,
  refundDuplicatePayment,
} from './cancel-charges.server.ts';
export { checkMandates, retryFailedMandateCharges } from './follow-mandates.server.ts';
export { invoicePeriod } from './invoice-period.server.ts';
export { amountOwedNow } from './amount-owed-now.server.ts';
