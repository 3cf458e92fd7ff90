import type { PriceView } from '#src/ui/offer/price-box.tsx';

/** A plan as it is offered here. */
export interface OfferedPlan {
  readonly planId: string;
  readonly name: string;
  readonly price: PriceView;
}

export interface CustomOfferData {
  readonly product: string;
  /** Who makes the offer, where somebody has a name. */
  readonly seller: string | null;
  /** Never empty; one alone is not a choice. */
  readonly plans: readonly OfferedPlan[];
  /** The plan that is selected when the page loads. */
  readonly chosen: string;
  /** Whether this purchase has chosen it before. */
  readonly isAnswered: boolean;
}
