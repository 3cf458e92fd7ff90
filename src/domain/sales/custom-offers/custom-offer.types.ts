import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

/** An offer of a seller to one buyer: a plan at a price of its own. */
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
  /** The subscription whose next billing periods it is for; null for a first purchase. */
  readonly subscriptionId: string | null;
  readonly leadId: string;
  /** Last day on which it may be accepted, in the market. */
  readonly expiresOn: LocalDate;
  readonly acceptedAt: Date | null;
  /** The invoice of a first purchase, once the offer was accepted. */
  readonly invoiceId: string | null;
}

export type OfferFailure =
  | 'not-found'
  /** Its last day has passed. */
  | 'over'
  /** The next billing period of its subscription cannot be changed (any more). */
  | 'not-possible'
  | 'plan-not-offered';
