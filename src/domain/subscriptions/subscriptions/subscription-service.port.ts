import type { Result } from '#src/kernel/result/result.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

/** The invoice of a change, and the secret of the link by which it is paid (`/payment/<id>`). */
export interface PlanChangeInvoice {
  readonly kind: 'invoice';
  readonly invoiceId: string;
  readonly token: string;
  /** The order that pays it, its session and its price, for a caller that pays it at once. */
  readonly orderId: string;
  readonly sessionId: string;
  readonly quoteId: string;
  /** Minor units. */
  readonly total: bigint;
}

/** Nothing is owed now: the change was made, or takes effect on a day. */
export interface ScheduledPlanChange {
  readonly kind: 'scheduled';
  readonly from: LocalDate;
}

/**
 * - `changed`: the subscription or its price is no longer what the buyer was shown
 * - `charge-under-way`: money for it may be on its way already
 * - `not-possible`: nothing is owed, or it is over
 */
export type SubscriptionServiceFailure = 'plan-not-offered' | 'changed' | 'charge-under-way' | 'not-possible';

/** The consent of a buyer by a press: what is charged, on which day, and the words that said so. */
export interface AgreedCharge {
  /** Minor units. */
  readonly amount: bigint;
  readonly on: LocalDate;
  readonly label: string;
  readonly text: string;
  readonly ip: string;
}

export interface SubscriptionChangeRequest {
  readonly subscriptionId: string;
  readonly planId: string;
  /** The amount that the buyer was shown, in minor units; only compared. Absent: none was shown. */
  readonly shownAmount?: bigint;
  /** The number of the billing period that the buyer was shown: pressed twice, the form does not pay the one after it. */
  readonly period?: number;
  /** What the buyer agreed to pay later, where nothing is owed now: kept with the change, or `changed` if it differs by now. */
  readonly agreed?: AgreedCharge;
}

/** Changes subscriptions, and invoices the changes. A missing member means that this is not offered: the screens say so. */
export interface SubscriptionService {
  /** Opens the order and the invoice of the billing period that is owed next, or finds those that it has. */
  renew?(request: SubscriptionChangeRequest): Promise<Result<PlanChangeInvoice, SubscriptionServiceFailure>>;
  /** Changes the plan: a dearer one by an invoice of the difference, a cheaper one from the next billing period on. */
  upgrade?(
    request: SubscriptionChangeRequest,
  ): Promise<Result<PlanChangeInvoice | ScheduledPlanChange, SubscriptionServiceFailure>>;
}
