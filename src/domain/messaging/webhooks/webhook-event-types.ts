import type { LeadEventType, OutboxEventType, SubscriptionEventType } from '../outbox/index.ts';

/** What others are told of, by the names of Standard Webhooks (words, points between them). */
export const webhookEventTypes = [
  'lead.created',
  'payment.requested',
  'order.paid',
  'order.refunded',
  'subscription.started',
  'subscription.renewed',
  'subscription.past_due',
  'subscription.paused',
  'subscription.resumed',
  'subscription.suspended',
  'subscription.canceled',
  'subscription.changed',
  'access.granted',
  'access.revoked',
  'person.erased',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** By our own name; null: nobody outside is told. */
const webhookEventOf: Readonly<
  Record<LeadEventType | OutboxEventType | SubscriptionEventType, WebhookEventType | null>
> = {
  'lead-created': 'lead.created',
  'person-erased': 'person.erased',
  'payment-requested': 'payment.requested',
  'order-paid': 'order.paid',
  'order-refunded': 'order.refunded',
  'order-undone': null,
  'refund-requested': null,
  'surplus-returned': null,
  'access-granted': 'access.granted',
  'access-revoked': 'access.revoked',
  'subscription-started': 'subscription.started',
  'subscription-renewed': 'subscription.renewed',
  'subscription-past-due': 'subscription.past_due',
  'subscription-paused': 'subscription.paused',
  'subscription-resumed': 'subscription.resumed',
  'subscription-suspended': 'subscription.suspended',
  'subscription-canceled': 'subscription.canceled',
  'subscription-changed': 'subscription.changed',
};

/** The name by which others are told of an event of ours; null when they are not. */
export function webhookEventTypeOf(type: string): WebhookEventType | null {
  return Object.hasOwn(webhookEventOf, type) ? webhookEventOf[type as keyof typeof webhookEventOf] : null;
}

/** Our names of what others know by one of theirs. */
export function outboxTypesOf(types: Iterable<WebhookEventType>): string[] {
  const wanted = new Set<string>(types);
  return Object.entries(webhookEventOf).flatMap(([own, webhookType]) =>
    webhookType !== null && wanted.has(webhookType) ? [own] : [],
  );
}

/** What a school's learning platform is told of. */
export const platformEventTypes: ReadonlySet<WebhookEventType> = new Set(
  webhookEventTypes.filter((type) => type !== 'lead.created' && type !== 'payment.requested'),
);
