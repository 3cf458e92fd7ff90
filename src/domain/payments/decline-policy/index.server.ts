export * from './index.ts';
export { nextRetryOfOrder } from './next-retry-of-order.server.ts';
export { instrumentKey, privateInstrumentKey } from './instrument-key.repository.server.ts';
export { verificationById, endVerification, verificationStateOf } from './verification.repository.server.ts';
export { verificationPurchase } from './may-retry.ts';
export {
  type CardAttemptReservation,
  reserveCardAttempt,
  deleteApprovedAttempt,
  type CardAttemptRequest,
} from './card-attempts.repository.server.ts';
export { instrumentKeyOfAttempt } from './first-attempt.server.ts';
