export { type TrialTerms, isSameTrial, trialTerms, parseTrialTerms } from './trial-terms.ts';
export { chargeIntervals, chargeCalendar, type ChargeInterval, chargeDay } from './charge-calendar.ts';
export { planRenews, type PlanKind } from './plan-renews.ts';
export { lastCoolingOffDay, isInCoolingOff } from './cooling-off-days.ts';
