export type { SubscriptionEventType } from './event-types.ts';
export {
  eraseReasonsOfEvents,
  recordEvent,
  recordLeadEvent,
  recordSubscriptionEvent,
} from './outbox.repository.server.ts';
