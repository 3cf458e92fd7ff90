export { type EmailFailure, type EmailRefusal, readEmailFailure } from './email-outcome.ts';
