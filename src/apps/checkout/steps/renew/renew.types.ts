import type { MaskedBuyer } from '../../account/links/masked-buyer.ts';
import type { SubscriptionView } from '../../account/subscriptions/subscription.types.ts';

/** Name under which a button posts its plan, to be paid by the instrument that the subscription is charged by. */
export const savedCardField = 'kept';

/** Name under which the form posts the shown price of a plan. */
export function shownAmountField(planId: string): string {
  return `shown.${planId}`;
}

/** A plan for the next billing period, as finished text. */
export interface RenewalOption {
  readonly planId: string;
  readonly name: string;
  readonly price: string;
  /** `price` in minor units, posted back to be compared. */
  readonly amount: number;
  /** `até 12x de R$ 95,00 sem juros`, or null. */
  readonly installments: string | null;
  readonly from: string;
  readonly to: string;
  readonly nextChargeOn: string;
  /** The plan of the next billing period when nobody chooses. */
  readonly isCurrent: boolean;
  /** It may be paid by the saved instrument. */
  readonly acceptsSavedCard: boolean;
}

export interface RenewData {
  readonly now: SubscriptionView;
  readonly buyer: MaskedBuyer;
  /** Empty when there is nothing to renew. */
  readonly options: readonly RenewalOption[];
  /** A billing period follows the one before it; where access was closed meanwhile, it begins on the day of its payment. */
  readonly begins: 'after' | 'when-paid';
  /** "Visa final 1111", as it stands within a sentence: the instrument that a plan may be paid by at once; null when none is kept that any takes. */
  readonly savedCard: string | null;
  /** Number of the billing period, posted back: the form never pays another one. */
  readonly period: number;
  /** It was canceled: this link cannot resume it. */
  readonly isOver: boolean;
  readonly help: string;
}
