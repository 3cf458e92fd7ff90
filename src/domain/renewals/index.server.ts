/**
 * The money of subscriptions' terms: one engine, whatever means they are paid by. A term's order and bill are made once
 * (its natural key), and charged by a kept means without the buyer, by a standing consent, or asked for by a letter.
 */
export { chargeDuePeriods, chargePeriodNow } from './charge-periods.server.ts';
export { collectCycle, collectDueCycles } from './collect-cycle.server.ts';
export { endCharges, endLeftConsent, endSubscriptionsOnTime, returnSecondPayment } from './end-charges.server.ts';
export { endConsent, lookAtConsents, retryFailedCollections } from './follow-collections.server.ts';
export { billPeriod } from './bill-period.server.ts';
export { owedNow } from './owed-now.server.ts';
