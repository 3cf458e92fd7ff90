import type { Country } from '#src/kernel/locale/locale.ts';
import type { AttemptState } from '../../database/index.ts';
import type {
  AccessFacts,
  CardRetryFacts,
  DocumentFacts,
  EmailFacts,
  MessageFacts,
  RelatedSale,
  StaffFacts,
  SubscriptionFacts,
  WebhookFacts,
} from './service-facts.types.ts';

/**
 * Everything that is stored of one sale, as its timeline and its explanation read it. Amounts are bigint minor units of
 * the order's currency; times are UTC instants; days are `YYYY-MM-DD` of the market. No name, address, phone, document
 * or e-mail address is in here.
 */
export interface SaleFacts {
  readonly order: OrderFacts;
  readonly tenders: readonly TenderFacts[];
  /** In the order in which they were made. */
  readonly attempts: readonly AttemptFacts[];
  readonly attemptEvents: readonly AttemptEventFacts[];
  readonly incomingWebhooks: readonly IncomingWebhookFacts[];
  readonly ledger: readonly LedgerFacts[];
  readonly refunds: readonly RefundFacts[];
  readonly pendingRefunds: readonly PendingRefundFacts[];
  readonly disputes: readonly DisputeFacts[];
  readonly exceptions: readonly ExceptionFacts[];
  readonly emails: readonly EmailFacts[];
  readonly webhooks: readonly WebhookFacts[];
  readonly access: readonly AccessFacts[];
  readonly documents: readonly DocumentFacts[];
  /** Texts and links that were sent beside the order's e-mails: resume links, reminders of an unfinished checkout. */
  readonly messages: readonly MessageFacts[];
  readonly subscription: SubscriptionFacts | null;
  readonly staff: readonly StaffFacts[];
  readonly related: readonly RelatedSale[];
  /** Present where the last attempt was a card that was declined: the schemes' rules for the next one. */
  readonly cardRetry: CardRetryFacts | null;
}

export interface OrderFacts {
  readonly id: string;
  readonly number: bigint;
  /** As it is shown, in two groups: `K4W-TQP`. */
  readonly reference: string;
  readonly sessionId: string;
  readonly leadId: string;
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly product: string;
  readonly plan: string;
  readonly market: Country;
  readonly locale: string;
  readonly seller: string;
  readonly source: string;
  readonly currency: string;
  readonly total: bigint;
  readonly received: bigint;
  readonly returned: bigint;
  readonly state: 'open' | 'partly-paid' | 'paid' | 'refunded' | 'closed';
  readonly sessionAt: Date;
  readonly leadAt: Date;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  /** Until when the parts of a split are kept; a closed order that has it was undone. */
  readonly holdExpiresAt: Date | null;
  readonly parentOrderId: string | null;
  readonly subscriptionId: string | null;
  readonly billingPeriodNumber: number | null;
  /** The buyer's data were erased. */
  readonly isErased: boolean;
  readonly voucher: string | null;
  /** Set when the voucher's use was given back, because the order was closed without money. */
  readonly voucherReleasedAt: Date | null;
  readonly lines: readonly { readonly kind: string; readonly title: string; readonly amount: string }[];
  /** The first charge of a trial, `YYYY-MM-DD`; null: no trial. */
  readonly trialFirstChargeOn: string | null;
  readonly coolingOff: { readonly at: Date; readonly amount: bigint; readonly lastDay: string } | null;
  /** The account for a manual refund was given; null: it was not. */
  readonly payoutGivenAt: Date | null;
  readonly points: { readonly state: string; readonly creditedAt: Date | null; readonly dueAt: Date } | null;
}

export interface TenderFacts {
  readonly id: string;
  readonly method: string;
  readonly rail: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly installments: number;
}

export interface AttemptFacts {
  readonly id: string;
  readonly number: number;
  readonly tenderId: string;
  readonly rail: string;
  readonly gateway: string;
  readonly method: string;
  readonly amount: bigint;
  readonly installments: number;
  readonly state: AttemptState;
  readonly reference: string | null;
  readonly declineCode: string | null;
  readonly declineRaw: string | null;
  readonly superseded: boolean;
  readonly voidState: 'requested' | 'done' | null;
  readonly checks: number;
  readonly notFound: number;
  readonly contradictions: number;
  /** Its place among the parts of a split; null: it pays alone. */
  readonly part: number | null;
  /** A part whose gateway was not called yet. */
  readonly isPending: boolean;
  /** The buyer's bank asks for something: `challenge`, `redirect`; null: nothing. */
  readonly nextAction: string | null;
  readonly hasInstructions: boolean;
  readonly cardBrand: string | null;
  readonly last4: string | null;
  readonly expiresAt: Date;
  readonly deadlineAt: Date;
  readonly nextCheckAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** A payment at a unit: its collection code and state. */
  readonly inPersonCode: string | null;
  readonly inPersonState: 'open' | 'collected' | 'canceled' | null;
}

export interface AttemptEventFacts {
  readonly id: string;
  readonly attemptId: string;
  readonly from: AttemptState | null;
  readonly to: AttemptState;
  readonly source: string;
  readonly declineCode: string | null;
  /** Movements that the fact told, as stored. */
  readonly movements: readonly { readonly id: string; readonly kind: string; readonly amount: string }[];
  readonly at: Date;
}

export interface IncomingWebhookFacts {
  readonly id: string;
  readonly attemptId: string;
  readonly gateway: string;
  readonly eventId: string;
  /** `stored`, `parked`, `applied` or `rejected`. */
  readonly state: string;
  readonly reason: string | null;
  readonly receivedAt: Date;
  readonly handledAt: Date | null;
}

export interface LedgerFacts {
  readonly id: bigint;
  readonly kind: string;
  readonly gateway: string;
  readonly movementId: string;
  readonly attemptId: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
}

/** A requested refund, a row for each part that goes back by one capture; without a part: nothing is left to give. */
export interface RefundFacts {
  readonly requestId: string;
  readonly reason: string;
  readonly requestedBy: string | null;
  readonly confirmedBy: string | null;
  readonly requestedAt: Date;
  readonly total: bigint;
  readonly partId: string | null;
  readonly attemptId: string | null;
  readonly amount: bigint;
  readonly state: 'wanted' | 'by-hand' | 'disputed' | 'done' | 'canceled' | null;
  readonly movementId: string | null;
  readonly endedAt: Date | null;
}

export interface PendingRefundFacts {
  readonly id: string;
  readonly amount: bigint;
  readonly state: 'waiting' | 'confirmed' | 'turned-down';
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly reason: string;
}

export interface DisputeFacts {
  readonly id: string;
  readonly attemptId: string;
  readonly movementId: string;
  readonly amount: bigint;
  /** The scheme's or the bank's code. */
  readonly reason: string | null;
  readonly stage: string;
  readonly evidenceDue: Date | null;
  readonly outcome: 'won' | 'lost' | 'expired' | null;
  readonly decidedAt: Date | null;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
}

export interface ExceptionFacts {
  readonly id: string;
  readonly kind: string;
  readonly task: string;
  readonly state: 'open' | 'resolved';
  readonly attemptId: string;
  readonly amount: bigint;
  readonly assignedTo: string | null;
  readonly resolvedBy: string | null;
  readonly reference: string | null;
  readonly outcome: string | null;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
}
