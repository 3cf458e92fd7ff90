import type { LeadEventType, OutboxEventType, SubscriptionEventType } from '../outbox/index.ts';

/** The types of our webhooks, named as Standard Webhooks names them (words, points between them). */
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

/** The webhook type of an outbox event; null: no webhook is sent. */
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

/** The webhook type of an outbox event; null when no webhook is sent. */
export function webhookEventTypeOf(type: string): WebhookEventType | null {
  return Object.hasOwn(webhookEventOf, type) ? webhookEventOf[type as keyof typeof webhookEventOf] : null;
}

/** The outbox events of some webhook types. */
export function outboxTypesOf(types: Iterable<WebhookEventType>): string[] {
  const wanted = new Set<string>(types);
  return Object.entries(webhookEventOf).flatMap(([own, webhookType]) =>
    webhookType !== null && wanted.has(webhookType) ? [own] : [],
  );
}

/** The types that a school's learning platform receives. */
export const platformEventTypes: ReadonlySet<WebhookEventType> = new Set(
  webhookEventTypes.filter((type) => type !== 'lead.created' && type !== 'payment.requested'),
);
