export * from './index.ts';
export { eraseApprovedInstruments } from './approved-instrument.repository.server.ts';
export {
  deleteApprovedAttempt,
  endVerification,
  instrumentKeyOfAttempt,
  sweepAttemptOrigins,
  verificationById,
  verificationStateOf,
} from './card-attempt.repository.server.ts';
export { instrumentKey, privateInstrumentKey } from './instrument-key.server.ts';
export { verificationPurchase } from './may-retry.ts';
export {
  type CardAttemptRequest,
  type CardAttemptReservation,
  nextRetryOfOrder,
  reserveCardAttempt,
} from './reserve-card-attempt.server.ts';
