import type { JsonObject } from '#src/kernel/json/json.ts';
import type { UpsellView } from '../upsell/upsell.types.ts';

/** One payment of an order, for the receipt. `kept` is what its rail may show of it. */
export interface ReceiptPayment {
  readonly rail: string;
  readonly kept: JsonObject;
  readonly amount: string;
  /** How many installments; 1 = none. */
  readonly installments: number;
}

/** What was bought and paid, as finished text. */
export interface Receipt {
  readonly number: string;
  readonly product: string;
  /** What the price is made of; empty when it is the product alone. */
  readonly lines: readonly { readonly label: string; readonly amount: string }[];
  /** Where the course is taught or the exam written, as the buyer chose. */
  readonly locations: readonly {
    readonly kind: 'unit' | 'test-place';
    readonly name: string;
    readonly address: string;
  }[];
  readonly total: string;
  /** Day and time in the market's zone; null while not everything is paid. */
  readonly paidAt: string | null;
  readonly payments: readonly ReceiptPayment[];
  /** Papers of the purchase, by their words and addresses; none before it was paid. */
  readonly documents: readonly { readonly kind: 'receipt' | 'contract' | 'evidence'; readonly href: string }[];
}

/** How an order stands at the end of its flow. `late`: everything was paid, after its time. */
export type SuccessKind = 'paid' | 'late' | 'partly-paid' | 'refunded';

/** An offer beside the success: made here, made on the next page, accepted and not paid yet, or bought. */
export type SuccessUpsell =
  | { readonly kind: 'offer'; readonly offer: UpsellView }
  | { readonly kind: 'ahead'; readonly product: string; readonly see: string }
  | { readonly kind: 'open'; readonly product: string; readonly pay: string }
  | { readonly kind: 'bought'; readonly product: string };

export interface SuccessData {
  readonly kind: SuccessKind;
  /** Nothing had to be paid. */
  readonly isFree: boolean;
  /** First name, for the greeting. */
  readonly name: string;
  readonly email: string;
  readonly display: {
    readonly displayHeader: boolean;
    readonly displayIcon: boolean;
    readonly displayAccessButton: boolean;
  };
  readonly receipt: Receipt;
  /** What was bought and whether it is charged again; null where nothing is known. */
  readonly terms: string | null;
  /** What came and what is still owed; null unless partly paid. */
  readonly owed: { readonly received: string; readonly missing: string; readonly pay: string } | null;
  /** Where the access button posts. */
  readonly access: string;
  /** The school's own login page, for those who have been there before. */
  readonly school: string;
  readonly upsell: SuccessUpsell | null;
}
