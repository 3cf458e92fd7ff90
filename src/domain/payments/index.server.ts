export { type AppliedFact, applyGatewayFact, type FactSource } from './apply-gateway-fact.server.ts';
export { attemptTransitions } from './attempt-states.ts';
export { checkAttempt, resolveAttempt, sweepAttempts } from './check-attempt.server.ts';
export * from './index.ts';
export {
  handleNotification,
  type ReceivedNotification,
  receiveNotification,
  sweepNotifications,
} from './notification.server.ts';
export { pay } from './pay.server.ts';
export { presentAttempt } from './present-attempt.server.ts';
export { releaseAttempt } from './release-attempt.server.ts';
export { renewAttempt, type RenewRequest } from './renew-attempt.server.ts';
export { returnSurplus, surplusById } from './return-surplus.server.ts';
export { settleCredits } from './settle-credits.server.ts';
