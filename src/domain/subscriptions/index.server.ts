/**
 * Subscriptions: what goes on after the first payment. Its terms are rows of `subscription_periods`, whose natural key
 * (subscription, number) lets each be paid once, whatever runs twice. Charging them is the work of `domain/renewals`
 * (`chargeDuePeriods`, `chargePeriodNow`, `billPeriod`), which stands above payments; this door stands below them.
 *
 * Locks are taken in one order, always: an order first, then its subscription.
 */
export * from './index.ts';
export { beginSubscription } from './begin-subscription.server.ts';
export { changeNextPlan, changePlanAtPeriodEnd, changePlanNow, offeredPlan } from './change-plan.server.ts';
export {
  cancelSubscription,
  cancelSubscriptionIn,
  pauseSubscription,
  resumeSubscription,
} from './change-subscription.server.ts';
export { moveSubscription } from './move-subscription.server.ts';
export {
  owedPeriod,
  periodByKey,
  periodOfOrder,
  periodsOf,
  retryPeriodAt,
  takeDuePeriods,
  updatePeriod,
} from './period.repository.server.ts';
export { paidForTerm } from './paid-for-term.server.ts';
export { termsAfter } from './plan-of-term.server.ts';
export { type ChangeFailure, setMeans, setMeansIn } from './set-means.server.ts';
export { endByRefund, failPeriod, followConsent, returnPeriod, settlePeriod } from './settle-period.server.ts';
export {
  createSubscription,
  firstAmount,
  lockSubscription,
  subscriptionById,
  subscriptionOfOrder,
  toSubscription,
} from './subscription.repository.server.ts';
export { undoPlanChange } from './undo-plan-change.server.ts';
export { insertPlanChange, openPlanChange, withdrawPlanChange } from './settle-plan-change.server.ts';
export { isNextCharging } from './term-being-paid.server.ts';
