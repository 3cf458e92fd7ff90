import type { Result } from '#src/kernel/result/result.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

/** A bill that was made for a change, and the secret of the link by which it is paid (`/payment/<id>`). */
export interface PlanChangeInvoice {
  readonly kind: 'invoice';
  readonly invoiceId: string;
  readonly token: string;
  /** The order that pays it, its session and its price, for whoever pays it at once. */
  readonly orderId: string;
  readonly sessionId: string;
  readonly quoteId: string;
  /** Minor units. */
  readonly total: bigint;
}

/** Nothing is owed now: the change is made, or holds from a day on. */
export interface ScheduledPlanChange {
  readonly kind: 'scheduled';
  readonly from: LocalDate;
}

/**
 * - `changed`: the subscription or its price is not what the buyer was shown any more
 * - `charge-under-way`: money for it may be on its way already
 * - `not-possible`: nothing is owed, or it is over
 */
export type SubscriptionServiceFailure = 'plan-not-offered' | 'changed' | 'charge-under-way' | 'not-possible';

/** What a buyer agreed to by a press: what is charged, on which day, and the words that said so. */
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
  /** What the buyer was shown, in minor units; only compared. Absent: they were shown nothing. */
  readonly shownAmount?: bigint;
  /** The number of the term that they were shown: pressed twice, the form does not pay the one after it. */
  readonly period?: number;
  /** What they agreed to pay later, where nothing is owed now: kept with the change, or `changed` when it is not so any more. */
  readonly agreed?: AgreedCharge;
}

/** Who changes subscriptions, and bills for it. A missing member means that nobody does: the screens then say so. */
export interface SubscriptionService {
  /** Opens the order and the bill of the term that is owed next, or finds those that it has. */
  renew?(request: SubscriptionChangeRequest): Promise<Result<PlanChangeInvoice, SubscriptionServiceFailure>>;
  /** Changes the plan: a dearer one for a bill of the difference, a cheaper one from the next term on. */
  upgrade?(
    request: SubscriptionChangeRequest,
  ): Promise<Result<PlanChangeInvoice | ScheduledPlanChange, SubscriptionServiceFailure>>;
}
