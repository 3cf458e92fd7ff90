export { correctEmail, type EmailCorrectionFailure } from './correct-email.server.ts';
