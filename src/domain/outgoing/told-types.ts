import type { LeadEventType, OutboxEventType, SubscriptionEventType } from '../outbox/index.ts';

/** What others are told of, by the names of Standard Webhooks (words, points between them). */
export const outgoingTypes = [
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
export type OutgoingType = (typeof outgoingTypes)[number];

/** By our own name; null: nobody outside is told. */
const toldAs: Readonly<Record<LeadEventType | OutboxEventType | SubscriptionEventType, OutgoingType | null>> = {
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
export function outgoingTypeOf(type: string): OutgoingType | null {
  return Object.hasOwn(toldAs, type) ? toldAs[type as keyof typeof toldAs] : null;
}

/** Our names of what others know by one of theirs. */
export function ownTypesOf(types: Iterable<OutgoingType>): string[] {
  const wanted = new Set<string>(types);
  return Object.entries(toldAs).flatMap(([own, told]) => (told !== null && wanted.has(told) ? [own] : []));
}

/** What a school's learning platform is told of. */
export const platformTypes: ReadonlySet<OutgoingType> = new Set(
  outgoingTypes.filter((type) => type !== 'lead.created' && type !== 'payment.requested'),
);
