export { afterAuthentication, liabilityOf, readChallengeRequest } from './authentication.ts';
export { declineOf, declineRowsOf, readRaw, type Refusal } from './decline-of.ts';
export { declineRows } from './decline-rows.data.ts';
export { declineCodes } from './decline.types.ts';
export { type RefusedTry, schemeVerdict, type Verdict } from './may-try.ts';
export { unknownBrand } from './retry-limits.data.ts';
