export { type OutboxEventType, recordEvent } from './outbox.repository.server.ts';
