/**
 * Subscriptions and their billing periods. The natural key of a period (subscription, number) lets each be paid once, whatever
 * runs twice. `../charging` charges them (`chargeDuePeriods`, `chargePeriodNow`, `invoicePeriod`).
 *
 * Locks are always taken in one order: an order first, then its subscription.
 */
export * from './index.ts';
export { beginSubscription, beginTrialSubscription, createSubscription } from './begin-subscription.server.ts';
export { changeNextPlan, changePlanAtPeriodEnd, changePlanNow, offeredPlan } from './change-plan.server.ts';
export {
  cancelSubscription,
  cancelSubscriptionIn,
  pauseSubscription,
  resumeSubscription,
} from './change-subscription.server.ts';
export { applySubscriptionEvent } from './apply-subscription-event.server.ts';
export {
  movePeriodToOrder,
  owedPeriod,
  periodByKey,
  periodOfOrder,
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
  subscriptionEffectOfRefund,
} from './periods/apply-period-payment.server.ts';
export {
  firstAmount,
  lockSubscription,
  moveToReplacingProfile,
  subscriptionById,
  subscriptionOfMandate,
  subscriptionOfOrder,
  subscriptionsPaidBy,
  subscriptionsToCancel,
  toSubscription,
} from './subscription.repository.server.ts';
export { revertPlanChange } from './revert-plan-change.server.ts';
export {
  cancelPlanChange,
  insertPlanChange,
  lockPlanChanges,
  movePlanChangeToOrder,
  openPlanChange,
  openPlanChangesBefore,
  planChangeOfOrder,
} from './plan-change.repository.server.ts';
export {
  chargeStartedAt,
  invoicesOfUnchargedPeriods,
  openOrdersOfUnchargedPeriods,
} from './periods/period-orders.repository.server.ts';
export { scheduleUpcomingChecks, type UpcomingCheck } from './periods/period-state.repository.server.ts';
export { isNextPeriodCharging } from './periods/period-being-paid.server.ts';
