export { type EmailFailure, readEmailFailure } from './email-outcome.ts';
