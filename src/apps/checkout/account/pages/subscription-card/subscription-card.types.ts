import type { Country } from '#src/kernel/locale/locale.ts';
import type { RecurringOffer } from '#src/ui/payment/rail-views.ts';

/** Field of the consent to later charges. */
export function agreementField(hasTerms: boolean): 'renew' | 'keep' {
  return hasTerms ? 'renew' : 'keep';
}

/** The payment method whose instrument is saved: its rail provides the form. */
export interface CardSavingMethod {
  readonly method: string;
  readonly rail: string;
}

export interface SubscriptionCardData {
  readonly product: string;
  /** `R$ 95,00 em 21/12/2026`, or the overdue amount now; null without a charge. */
  readonly next: string | null;
  /** The overdue amount, charged once the card is saved; null without a debt. */
  readonly owed: string | null;
  /** Null where no gateway saves an instrument for this subscription. */
  readonly method: CardSavingMethod | null;
  /** The text of the consent to charges; null where the text covers saving only. */
  readonly renewal: RecurringOffer | null;
  /** Idempotency key of the verification: every copy of the page has the same one. */
  readonly idempotencyKey: string;
  readonly market: Country;
  /** Address of the card-fields page, with the gateway that receives the data. */
  readonly secretFrame: string;
  readonly buyerEmail: string;
  readonly back: string;
  readonly help: string;
}
