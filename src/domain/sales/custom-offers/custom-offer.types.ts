import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

/** What a seller offers to one buyer: a plan at a price of its own. */
export interface CustomOffer {
  readonly id: string;
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly productCode: string;
  readonly planId: string;
  readonly market: Country;
  readonly locale: Locale;
  readonly seller: string;
  readonly price: Money;
  /** The subscription whose next terms it is for; null for a first purchase. */
  readonly subscriptionId: string | null;
  readonly leadId: string;
  /** Last day on which it may be taken, in the market. */
  readonly expiresOn: LocalDate;
  readonly acceptedAt: Date | null;
  /** The bill of a first purchase, once it was taken. */
  readonly invoiceId: string | null;
}

export type OfferFailure =
  | 'not-found'
  /** Its last day has passed. */
  | 'over'
  /** It is for a subscription whose next term cannot be changed (any more). */
  | 'not-possible'
  | 'plan-not-offered';
