export type { SubscriptionEventType } from './event-types.ts';
export { recordEvent, recordLeadEvent, recordSubscriptionEvent } from './outbox.repository.server.ts';
