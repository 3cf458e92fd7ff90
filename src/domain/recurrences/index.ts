export {
  type CollectionTry,
  type Recurrence,
  type RecurrenceFact,
  type RecurrenceRules,
  type RecurrenceState,
  type RecurringTerms,
} from './recurrence.types.ts';
export { readRecurringTerms, recurringTermsOf, renewalTermsOf, writeRecurringTerms } from './recurring-terms.ts';
export { dueCycle, nextSendDay, retryDay } from './collection-calendar.ts';
