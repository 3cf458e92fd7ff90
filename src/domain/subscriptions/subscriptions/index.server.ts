/**
 * Subscriptions: what goes on after the first payment. Its terms are rows of `billing_periods`, whose natural key
 * (subscription, number) lets each be paid once, whatever runs twice. Charging them is the work of `domain/renewals`
 * (`chargeDuePeriods`, `chargePeriodNow`, `invoicePeriod`), which stands above payments; this door stands below them.
 *
 * Locks are taken in one order, always: an order first, then its subscription.
 */
export * from './index.ts';
export { beginSubscription } from './begin-subscription.server.ts';
export { beginTrialSubscription } from './begin-trial-subscription.server.ts';
export { changeNextPlan, changePlanAtPeriodEnd, changePlanNow, offeredPlan } from './change-plan.server.ts';
export {
  cancelSubscription,
  cancelSubscriptionIn,
  pauseSubscription,
  resumeSubscription,
} from './change-subscription.server.ts';
export { applySubscriptionEvent } from './apply-subscription-event.server.ts';
export {
  owedPeriod,
  periodByKey,
  periodOfOrder,
  periodsOf,
  retryPeriodAt,
  acquireDuePeriods,
  updatePeriod,
} from './periods/billing-period.repository.server.ts';
export { paidForPeriod } from './periods/paid-for-period.server.ts';
export { nextPeriodTerms } from './periods/plan-of-period.server.ts';
export { type ChangeFailure, setInstrument, setInstrumentIn } from './set-instrument.server.ts';
export {
  cancelByRefund,
  failPeriod,
  applyMandateState,
  requeuePeriod,
  applyPeriodPayment,
} from './periods/apply-period-payment.server.ts';
export {
  createSubscription,
  firstAmount,
  lockSubscription,
  subscriptionById,
  subscriptionOfOrder,
  toSubscription,
} from './subscription.repository.server.ts';
export { revertPlanChange } from './revert-plan-change.server.ts';
export { insertPlanChange, openPlanChange, cancelPlanChange } from './apply-plan-change.server.ts';
export { isNextPeriodCharging } from './periods/period-being-paid.server.ts';
