export { type EmailFailure, isRefusedForGood, readEmailFailure } from './email-outcome.ts';
