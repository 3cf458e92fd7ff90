export type { SubscriptionEventType } from './event-types.ts';
export {
  deleteOldEvents,
  eraseReasonsOfEvents,
  markEventsDispatched,
  recordEvent,
  recordEventsOfChanged,
  recordLeadEvent,
  recordSubscriptionEvent,
  redactEvents,
} from './outbox.repository.server.ts';
