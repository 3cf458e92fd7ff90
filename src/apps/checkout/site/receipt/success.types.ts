import type { JsonObject } from '#src/kernel/json/json.ts';
import type { UpsellView } from '../upsell/upsell.types.ts';

/** One payment of an order, for the receipt. `kept` has the values that its rail may show. */
export interface ReceiptPayment {
  readonly rail: string;
  readonly kept: JsonObject;
  readonly amount: string;
  /** Number of installments; 1 = none. */
  readonly installments: number;
}

/** An order and its payments, as formatted text. */
export interface Receipt {
  readonly number: string;
  readonly product: string;
  /** The lines of the price; empty when it is the product alone. */
  readonly lines: readonly { readonly label: string; readonly amount: string }[];
  /** The selected unit or test location. */
  readonly locations: readonly {
    readonly kind: 'unit' | 'test-place';
    readonly name: string;
    readonly address: string;
  }[];
  readonly total: string;
  /** Day and time in the market's zone; null until all is paid. */
  readonly paidAt: string | null;
  readonly payments: readonly ReceiptPayment[];
  /** Documents of the purchase, by copy key and address; empty before payment. */
  readonly documents: readonly { readonly kind: 'receipt' | 'contract' | 'evidence'; readonly href: string }[];
}

/** The state of an order at the end of its flow. `late`: all was paid, after the expiry. */
export type SuccessKind = 'paid' | 'late' | 'partly-paid' | 'refunded';

/** An offer on the success page: made here, made on the next page, accepted and unpaid, or bought. */
export type SuccessUpsell =
  | { readonly kind: 'offer'; readonly offer: UpsellView }
  | { readonly kind: 'ahead'; readonly product: string; readonly see: string }
  | { readonly kind: 'open'; readonly product: string; readonly pay: string }
  | { readonly kind: 'bought'; readonly product: string };

export interface SuccessData {
  readonly kind: SuccessKind;
  /** The order was free. */
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
  /** The order's terms and its later charges; null where they are unknown. */
  readonly terms: string | null;
  /** The captured amount and the amount due; null unless partly paid. */
  readonly owed: { readonly received: string; readonly missing: string; readonly pay: string } | null;
  /** Address of the access button's form. */
  readonly access: string;
  /** The school's own login page, for returning students. */
  readonly school: string;
  readonly upsell: SuccessUpsell | null;
}
