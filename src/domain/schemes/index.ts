export { type Advice, adviceCodes } from './advice-codes.data.ts';
export {
  type AfterAuthentication,
  afterAuthentication,
  type ChallengeRequest,
  type Liability,
  liabilityOf,
  readChallengeRequest,
  type TransStatus,
} from './authentication.ts';
export { declineOf, declineRowsOf, normalReturnCode, readRaw, type Refusal } from './decline-of.ts';
export { declineRows } from './decline-rows.data.ts';
export { type DeclineCode, declineCodes, type DeclineRow } from './decline.types.ts';
export { type HeldBack, mayTry, type NextTry, type RefusedTry, schemeVerdict, type Verdict } from './may-try.ts';
export { retryLimits } from './retry-limits.data.ts';
