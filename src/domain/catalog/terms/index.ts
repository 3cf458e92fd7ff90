export { type TrialTerms, isSameTrial, trialTerms, parseTrialTerms } from './trial-terms.ts';
export {
  chargeIntervals,
  chargeCalendar,
  type ChargeInterval,
  chargeDay,
  type PlanKind,
  planRenews,
} from './charge-calendar.ts';
export { lastCoolingOffDay, isInCoolingOff } from './cooling-off-days.ts';
