export { recordEvent } from './outbox.repository.server.ts';
