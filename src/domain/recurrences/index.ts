export {
  type CollectionTry,
  mayMoveRecurrence,
  type Recurrence,
  type RecurrenceFact,
  type RecurrenceRules,
  type RecurrenceState,
  recurrenceStates,
  recurrenceTransitions,
  type RecurringTerms,
} from './recurrence.types.ts';
export { readRecurringTerms, recurringTermsOf, writeRecurringTerms } from './recurring-terms.ts';
export { dueCycle, nextSendDay, retryDay, sendWindow } from './collection-calendar.ts';
