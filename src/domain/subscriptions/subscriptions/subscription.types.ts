import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { SubscriptionState } from './subscription-states.ts';

/** A plan that renews by billing periods. */
export interface Subscription {
  readonly id: string;
  readonly leadId: string;
  /** The order that began it; null for one that was sold elsewhere. */
  readonly orderId: string | null;
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly productCode: string;
  readonly planId: string;
  readonly market: Country;
  readonly locale: Locale;
  /** What a billing period costs. */
  readonly price: Money;
  /** What the first billing period after a trial was agreed to cost, while that is the one that is owed; else null. */
  readonly firstPrice: Money | null;
  readonly state: SubscriptionState;
  /** First and last day of the billing period that is paid for (or of the trial), in the market. */
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  /** The first day of every billing period is counted from it, in months. */
  readonly anchor: LocalDate;
  readonly periodMonths: number;
  /** For how many people it was bought, the buyer included. */
  readonly people: number;
  /** Day on which the next billing period is charged; null when none will be. */
  readonly nextChargeOn: LocalDate | null;
  /** Last day of the trial. */
  readonly trialUntil: LocalDate | null;
  readonly instrument: SubscriptionInstrument;
  readonly pastDueSince: Date | null;
  readonly pausedAt: Date | null;
  readonly suspendedAt: Date | null;
  readonly canceledAt: Date | null;
  /** The day from which it is over, when a cancellation is scheduled for the end of its billing period. */
  readonly cancelsOn: LocalDate | null;
  /** The plan of the next billing period, when that is another one. */
  readonly next: NextPlan | null;
  readonly createdAt: Date;
}

/** How the next billing period is paid: by a payment profile, by a mandate, or by an invoice that is sent by e-mail. */
export type SubscriptionInstrument =
  | { readonly kind: 'profile'; readonly profileId: string; readonly installments: number }
  | { readonly kind: 'mandate'; readonly mandateId: string }
  | { readonly kind: 'invoice' };

export interface NextPlan {
  readonly planId: string;
  /** What a billing period of it costs. */
  readonly price: Money;
  readonly periodMonths: number;
}

/** What is known of a subscription that was sold elsewhere than by an order of ours. */
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
  /** Absent: those of the period. */
  readonly periodMonths?: number;
}

export const periodStates = ['due', 'charging', 'paid', 'failed', 'waived'] as const;

/**
 * The state of a billing period: `due` (not charged yet), `charging` (a charge, a mandate charge or an invoice is under way),
 * `paid`, `failed` (`nextTryAt` says when it is charged again, if ever), `waived` (it will never be charged).
 */
export type PeriodState = (typeof periodStates)[number];

/** One billing period of a subscription. Its number and the subscription's id are its natural key: it is paid once. */
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
