import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { SubscriptionState } from './subscription-states.ts';

/** A plan that goes on term after term. */
export interface Subscription {
  readonly id: string;
  readonly leadId: string;
  /** The order that began it; null for one that began elsewhere. */
  readonly orderId: string | null;
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly productCode: string;
  readonly planId: string;
  readonly market: Country;
  readonly locale: Locale;
  /** What a term costs. */
  readonly price: Money;
  /** What the first term after free time was agreed to cost, while that is the one that is owed; null at all other times. */
  readonly firstPrice: Money | null;
  readonly state: SubscriptionState;
  /** First and last day of the term that is paid for (or free), in the market. */
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  /** Every first day of a term is counted from it, in months. */
  readonly anchor: LocalDate;
  readonly periodMonths: number;
  /** For how many people it was bought, the buyer included. */
  readonly people: number;
  /** Day on which the next term is charged; null when none will be. */
  readonly nextChargeOn: LocalDate | null;
  /** Last day of the free time. */
  readonly trialUntil: LocalDate | null;
  readonly instrument: SubscriptionInstrument;
  readonly pastDueSince: Date | null;
  readonly pausedAt: Date | null;
  readonly suspendedAt: Date | null;
  readonly canceledAt: Date | null;
  /** The day from which it is over, when it was ended for the end of its term. */
  readonly cancelsOn: LocalDate | null;
  /** What the next term is of, when that is another plan. */
  readonly next: NextPlan | null;
  readonly createdAt: Date;
}

/** How the next term is paid: by a kept means, by a standing consent, or by a bill that a letter brings. */
export type SubscriptionInstrument =
  | { readonly kind: 'profile'; readonly profileId: string; readonly installments: number }
  | { readonly kind: 'mandate'; readonly mandateId: string }
  | { readonly kind: 'invoice' };

export interface NextPlan {
  readonly planId: string;
  /** What a term of it costs. */
  readonly price: Money;
  readonly periodMonths: number;
}

/** What is known when a subscription begins elsewhere than by an order of ours. */
export interface SubscriptionStart extends Pick<
  Subscription,
  | 'leadId'
  | 'brand'
  | 'variant'
  | 'business'
  | 'productCode'
  | 'planId'
  | 'market'
  | 'locale'
  | 'price'
  | 'state'
  | 'periodStart'
  | 'periodEnd'
> {
  /** Those of the term, when absent. */
  readonly periodMonths?: number;
}

export const periodStates = ['due', 'charging', 'paid', 'failed', 'waived'] as const;

/**
 * How a term stands: `due` (not asked for yet), `charging` (asked for: a charge, a consent or a bill is under way), `paid`,
 * `failed` (it did not come; `nextTryAt` says when it is tried again, if ever), `waived` (it will never be asked for).
 */
export type PeriodState = (typeof periodStates)[number];

/** One term of a subscription. Its number and the subscription's id are its natural key: it is paid once. */
export interface BillingPeriod {
  readonly subscriptionId: string;
  /** 1 for the first. */
  readonly number: number;
  readonly dueOn: LocalDate;
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  readonly anchorMonths: number;
  readonly orderId: string | null;
  readonly invoiceId: string | null;
  readonly state: PeriodState;
  /** Charges that were begun without the buyer. */
  readonly tries: number;
  readonly nextTryAt: Date | null;
}
