import type { PaymentData } from '../../payment-form/payment.types.ts';

/** A seller's offer to one buyer, as formatted text. */
export interface PersonalOfferData {
  readonly seller: string | null;
  readonly product: string;
  readonly plan: string;
  readonly price: string;
  /** The list price; null when it is not higher. */
  readonly standard: string | null;
  /** Last day to accept the offer. */
  readonly until: string;
  /** Day of the first charge at this price; null for a first purchase, which is paid at once. */
  readonly from: string | null;
  readonly state: 'open' | 'taken' | 'over' | 'not-possible';
  /** The form that verifies and saves an instrument; null where an invoice follows, or the offer is closed. */
  readonly payment: PaymentData | null;
}
