import type { Country } from '#src/kernel/locale/locale.ts';
import type { RecurringOffer } from '#src/ui/payment/rail-views.ts';

/** Field by which a holder agrees that their card is charged again. */
export function agreementField(hasTerms: boolean): 'renew' | 'keep' {
  return hasTerms ? 'renew' : 'keep';
}

/** The way to pay whose instrument can be saved: its rail's form is the page's. */
export interface CardSavingMethod {
  readonly method: string;
  readonly rail: string;
}

export interface SubscriptionCardData {
  readonly product: string;
  /** `R$ 95,00 em 21/12/2026`, or what is owed now; null when nothing will be charged. */
  readonly next: string | null;
  /** What a term that is owed costs, charged as soon as the card is there; null when none is. */
  readonly owed: string | null;
  /** Null where nobody keeps an instrument for this subscription. */
  readonly method: CardSavingMethod | null;
  /** What its holder agrees to be charged by it; null where words say only that it is kept. */
  readonly renewal: RecurringOffer | null;
  /** The same check, however often this page is sent. */
  readonly idempotencyKey: string;
  readonly market: Country;
  /** Address of the page for secret fields, with the company to seal for. */
  readonly secretFrame: string;
  readonly buyerEmail: string;
  readonly back: string;
  readonly help: string;
}
