export { owedPrice, owedPriceOf } from './owed-price.ts';
export { renewalProduct } from './renewal-product.ts';
export type {
  AgreedCharge,
  PlanChangeInvoice,
  SubscriptionServiceFailure,
  ScheduledPlanChange,
  SubscriptionChangeRequest,
  SubscriptionService,
} from './subscription-service.port.ts';
export type { NextPlan, Subscription, BillingPeriod } from './subscription.types.ts';
export { periodPaidOn } from './periods/period-calendar.ts';
export { planChange, prorateByDay } from './plan-change.ts';
