import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

export const subscriptionStates = ['trialing', 'active', 'past-due', 'paused', 'suspended', 'canceled'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** A plan that goes on term after term. */
export interface Subscription {
  readonly id: string;
  readonly leadId: string;
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly productCode: string;
  readonly planId: string;
  readonly market: Country;
  readonly locale: Locale;
  /** What a term costs. */
  readonly price: Money;
  readonly state: SubscriptionState;
  /** First and last day of the term that is paid for, in the market. */
  readonly termFrom: LocalDate;
  readonly termTo: LocalDate;
}

/** What is known when a subscription begins. */
export type SubscriptionStart = Omit<Subscription, 'id'>;
