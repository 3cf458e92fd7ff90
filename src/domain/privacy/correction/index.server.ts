export { correctEmail } from './correct-email.server.ts';
