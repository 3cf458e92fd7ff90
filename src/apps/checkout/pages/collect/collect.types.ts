import type { ProofKind, InPersonRefundReason } from '#src/domain/in-person/index.ts';

/** Name of an in-person payment's id in the page's address. */
export const paymentQuery = 'claim';

/** An in-person payment in a list, as formatted text. */
export interface InPersonPaymentLine {
  readonly href: string;
  readonly code: string;
  readonly buyer: string;
  readonly amount: string;
  readonly method: string;
  /** The due date, or the date of the payment. */
  readonly day: string;
}

/** A requested refund. */
export interface RefundRequestView {
  readonly id: string;
  readonly amount: string;
  readonly reason: InPersonRefundReason | 'checkout';
  readonly by: string | null;
  /** The staff member who requested a refund cannot approve it. */
  readonly isOwn: boolean;
}

/** An in-person payment with its actions. */
export interface InPersonPaymentView {
  readonly id: string;
  readonly code: string;
  readonly buyer: string;
  readonly amount: string;
  readonly method: string;
  readonly until: string;
  /** `over`: it expired, or the buyer chose another method. `returned`: fully refunded. */
  readonly state: 'open' | 'over' | 'taken' | 'returned';
  readonly proofKind: ProofKind;
  /** The recorded proof of the payment. */
  readonly proof: readonly { readonly name: string; readonly text: string }[];
  /** The captured amount less refunds; null before the payment. */
  readonly held: string | null;
  /** Reasons for a refund. */
  readonly reasons: readonly InPersonRefundReason[];
  readonly refund: RefundRequestView | null;
  readonly history: readonly {
    readonly kind: string;
    readonly at: string;
    readonly who: string | null;
    readonly amount: string | null;
  }[];
}

/** The data of a unit's page. */
export interface CollectData {
  readonly person: string;
  readonly unit: string;
  /** The page's address, without a payment. */
  readonly here: string;
  /** The last action. */
  readonly done: 'taken' | 'asked' | 'approved' | 'refused' | null;
  readonly payment: InPersonPaymentView | null;
  readonly open: readonly InPersonPaymentLine[];
  readonly taken: readonly InPersonPaymentLine[];
}
