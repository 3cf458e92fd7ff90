/** States of an attempt; `payments/ports/attempt-states.ts` says what they mean and where each may go. */
export type AttemptState =
  | 'created'
  | 'awaiting-buyer'
  | 'processing'
  | 'unknown'
  | 'authorized'
  | 'captured'
  | 'declined'
  | 'expired'
  | 'voided'
  | 'failed';
