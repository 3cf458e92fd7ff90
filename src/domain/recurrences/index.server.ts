export * from './index.ts';
export {
  type FailedCollection,
  failedCollections,
  readyToSend,
  returnRetry,
  sendNextOn,
  setCharge,
  takeCycle,
  type TakenCycle,
  takeRetry,
  takeToLookAt,
} from './collection.repository.server.ts';
export {
  noteRecurrence,
  noteTries,
  recurrenceById,
  recurrenceOfAttempt,
  recurrenceOfOrder,
} from './recurrence.repository.server.ts';
