export type { LeadEventType, OutboxEventType, SubscriptionEventType } from './event-types.ts';
