export { afterAuthentication, liabilityOf, readChallengeRequest } from './authentication.ts';
export { interpretDecline, declineRowsOf, parseRawDecline, type IssuerDecline } from './interpret-decline.ts';
export { type DeclinedCardAttempt, schemeRetryDecision, type RetryDecision } from './may-retry.ts';
export { unknownBrand } from './retry-limits.data.ts';
