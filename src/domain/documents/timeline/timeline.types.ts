import type { SaleFacts } from './sale-facts.types.ts';

/** Whose events a ring holds. The order is the order of the keys 1 to 7 on the sale page. */
export const timelineRings = ['buyer', 'company', 'books', 'staff', 'outgoing', 'access', 'documents'] as const;
export type TimelineRing = (typeof timelineRings)[number];

export type TimelineEventKind =
  | 'session-opened'
  | 'lead-saved'
  | 'contract-accepted'
  | 'consent-given'
  | 'order-created'
  | 'order-paid'
  | 'payment-pressed'
  | 'attempt-moved'
  | 'money-reported'
  | 'webhook-received'
  | 'ledger-line'
  | 'refund-requested'
  | 'refund-part'
  | 'refund-waits'
  | 'refund-decided'
  | 'cooling-off'
  | 'dispute'
  | 'exception-opened'
  | 'exception-resolved'
  | 'staff-act'
  | 'staff-note'
  | 'staff-look'
  | 'email'
  | 'message'
  | 'webhook-sent'
  | 'subscription-moved'
  | 'access-opened'
  | 'access-closed'
  | 'access-link-made'
  | 'access-link-used'
  | 'points'
  | 'fiscal-note'
  | 'fiscal-note-ended';

export interface TimelineLink {
  readonly kind: 'order' | 'attempt' | 'movement' | 'refund' | 'exception' | 'email' | 'webhook' | 'subscription';
  readonly id: string;
}

/**
 * One thing that happened to a sale. `at` is a UTC instant. `who`: `buyer`, `shop`, `ledger`, `staff:<id>`, `token:<name>`,
 * or the id of a gateway or an endpoint. Amounts among the facts are decimal strings of minor units. No personal data.
 */
export interface TimelineEvent {
  /** Stable, so that a link can name the event. */
  readonly id: string;
  readonly at: Date;
  readonly ring: TimelineRing;
  readonly kind: TimelineEventKind;
  readonly who: string;
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
  readonly links: readonly TimelineLink[];
}

/** A sale with all its events, oldest first. */
export interface SaleTimeline {
  readonly sale: SaleFacts;
  readonly events: readonly TimelineEvent[];
}
