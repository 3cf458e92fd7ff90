export { value } from '../src/platform/mail/mail.ts';
