import type { CheckoutSession } from '../../checkout/sessions/index.ts';

/** What is offered on top of a paid order. Names come from the brands' data; the price is the catalog's. */
export interface UpsellOffer {
  /** Id of the step that sells it: unique in its flow. */
  readonly id: string;
  /** The brand of the product; it may be a sister brand. */
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly productCode: string;
  readonly planId: string;
  /** Taken off the plan's price, in hundredths of a percent: 50 % is 5000. */
  readonly basisPoints: number;
}

/** A buyer's decision about an offer. `session` is the one in which it is paid, once it was accepted. */
export interface UpsellDecision {
  readonly offerId: string;
  readonly decision: 'accepted' | 'declined';
  readonly session: CheckoutSession | null;
  readonly decidedAt: Date;
}

/** `order-not-paid`: nothing is offered before the first purchase is paid. `under-way`: its money may be moving. */
export type UpsellFailure = 'order-not-paid' | 'under-way';
