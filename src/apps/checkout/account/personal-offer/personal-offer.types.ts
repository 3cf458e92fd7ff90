import type { PaymentData } from '../../payment-form/payment.types.ts';

/** A seller's offer to one buyer, as finished text. */
export interface PersonalOfferData {
  readonly seller: string | null;
  readonly product: string;
  readonly plan: string;
  readonly price: string;
  /** What it costs otherwise; null when that is no more. */
  readonly standard: string | null;
  /** Last day on which it may be taken. */
  readonly until: string;
  /** Day of the first charge at this price; null where it is a first purchase, which is paid at once. */
  readonly from: string | null;
  readonly state: 'open' | 'taken' | 'over' | 'not-possible';
  /** Where an instrument is checked and kept; null where a bill is paid next, or nothing can be done any more. */
  readonly payment: PaymentData | null;
}
