export * from './index.ts';
export { boughtTermsOf } from './bought-terms.server.ts';
export {
  type OpenCollection,
  openCollections,
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
