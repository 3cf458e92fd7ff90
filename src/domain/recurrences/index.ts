export { planIntervalText, type PlanTerms, planTermsOf, planTermsText } from './plan-terms.ts';
export {
  type CollectionTry,
  type Recurrence,
  type RecurrenceFact,
  type RecurrenceRules,
  type RecurrenceState,
  type RecurringTerms,
} from './recurrence.types.ts';
export {
  chargePeriodOf,
  mayRecur,
  readRecurringTerms,
  renewalTermsOf,
  writeRecurringTerms,
} from './recurring-terms.ts';
export { dueCycle, nextSendDay, retryDay } from './collection-calendar.ts';
