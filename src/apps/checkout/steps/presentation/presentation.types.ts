import type { PresentationVariant } from '#src/domain/catalog/brand-data/index.ts';
import type { PriceView } from '#src/ui/offer/price-box.tsx';

/** The trial, as finished texts. */
export interface TrialView {
  /** `7 dias`. */
  readonly period: string;
  /** Last day on which cancelling costs nothing, and the day of the first charge, `dd/mm/yyyy`. */
  readonly lastFreeDay: string;
  readonly firstCharge: string;
  /** What is charged on that day. */
  readonly amount: string;
}

/** A lot of an event's tickets, as finished texts. */
export interface LotView {
  readonly name: string;
  readonly price: string;
  /** How many are left and until when, or why it cannot be had (yet). */
  readonly note: string;
  readonly isOnSale: boolean;
}

export interface PresentationData {
  readonly variant: PresentationVariant;
  readonly product: string;
  /** Who attends the buyer, where somebody has a name. */
  readonly seller: string | null;
  readonly plan: string;
  readonly benefits: readonly string[];
  readonly price: PriceView;
  /** The discount that this presentation is about no longer holds. */
  readonly isOver: boolean;
  /** Day until which the price holds; null when no day was set. */
  readonly until: string | null;
  readonly trial: TrialView | null;
  /** Empty where no tickets are sold. */
  readonly lots: readonly LotView[];
  readonly next: string;
}
