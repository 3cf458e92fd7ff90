import type { OrderFacts } from './sale-facts.types.ts';

/** What follows a purchase, as a sale's timeline reads it: see `SaleFacts`. */

export interface EmailFacts {
  readonly id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'sent' | 'not-needed' | 'given-up';
  readonly tries: number;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** What became of the last try; null before the first. `refused`: the mail server answered with `smtpCode`. */
  readonly outcome: 'accepted' | 'refused' | 'unreachable' | null;
  readonly smtpCode: number | null;
  /** Class of a refusal, e.g. `unknown-address`. */
  readonly refusal: string | null;
  /** Hash of the template and words that composed it. */
  readonly templateVersion: string | null;
}

/** An event that was told, or would have been; without an endpoint nobody listens. */
export interface WebhookFacts {
  readonly eventId: bigint;
  readonly type: string;
  readonly createdAt: Date;
  readonly endpoint: string | null;
  readonly state: 'waiting' | 'delivered' | 'given-up' | 'ended' | null;
  readonly tries: number;
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
  readonly lastTryAt: Date | null;
  readonly nextTryAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly replayedAt: Date | null;
  /** Each request that was sent, oldest first; those of the last 90 days. `at`: ISO 8601. */
  readonly requests: readonly {
    readonly n: number;
    readonly at: string;
    readonly status: number | null;
    readonly failure: string | null;
    readonly ms: number;
  }[];
}

export interface AccessFacts {
  readonly grantId: string;
  readonly state: 'active' | 'revoked';
  readonly step: 'opened' | 'closed' | 'link-made' | 'link-used';
  /** Why it was opened or closed; for a link: what it is for. */
  readonly cause: string | null;
  readonly at: Date;
  readonly expiresAt: Date | null;
}

export interface DocumentFacts {
  readonly id: string;
  readonly kind: 'contract-accepted' | 'consent' | 'fiscal-note';
  readonly state: string;
  readonly at: Date;
  readonly endedAt: Date | null;
  readonly number: string | null;
  readonly refusal: string | null;
}

export interface MessageFacts {
  readonly id: string;
  readonly kind: 'resume-link' | 'recovery' | 'notice';
  readonly channel: string;
  readonly state: string;
  readonly detail: string;
  readonly at: Date;
  readonly completedAt: Date | null;
}

export interface SubscriptionFacts {
  readonly id: string;
  readonly state: 'trialing' | 'active' | 'past-due' | 'paused' | 'suspended' | 'canceled';
  readonly plan: string;
  readonly amount: bigint;
  readonly instrument: 'profile' | 'mandate' | 'invoice';
  readonly periodEnd: string;
  readonly nextChargeOn: string | null;
  readonly trialUntil: string | null;
  readonly cancelsOn: string | null;
  readonly cancelReason: string | null;
  readonly pastDueSince: Date | null;
  readonly canceledAt: Date | null;
  /** The newest period that is owed, and what is done about it. */
  readonly owed: {
    readonly number: number;
    readonly orderId: string | null;
    readonly dueOn: string;
    readonly state: string;
    readonly tries: number;
  } | null;
  readonly dunning: {
    readonly periodNumber: number;
    readonly startedOn: string;
    readonly retries: number;
    readonly retryAt: Date | null;
    readonly needsInstrument: boolean;
    readonly outcome: string | null;
  } | null;
  /** The newest 100, oldest first. */
  readonly events: readonly SubscriptionEventFacts[];
}

export interface SubscriptionEventFacts {
  readonly id: string;
  readonly event: string;
  readonly from: string | null;
  readonly to: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What staff did to the sale, or wrote about it. */
export interface StaffFacts {
  readonly id: string;
  readonly kind: 'act' | 'note' | 'seen';
  readonly actor: string;
  readonly action: string;
  readonly reason: string | null;
  readonly outcome: string;
  readonly at: Date;
}

export interface RelatedSale {
  readonly id: string;
  readonly number: bigint;
  /** How it belongs to this sale. */
  readonly relation: 'before' | 'after' | 'same-checkout' | 'same-subscription' | 'same-buyer';
  readonly state: OrderFacts['state'];
  readonly product: string;
  readonly plan: string;
  readonly currency: string;
  readonly total: bigint;
  readonly received: bigint;
  readonly createdAt: Date;
  readonly billingPeriodNumber: number | null;
}

export interface CardRetryFacts {
  readonly isAllowed: boolean;
  /** The decline code that holds it back: `card-not-again`, `card-tries-used-up`, `card-try-later`. */
  readonly code: string | null;
  readonly notBefore: Date | null;
}
