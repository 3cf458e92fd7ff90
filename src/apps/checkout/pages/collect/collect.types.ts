import type { ProofKind, InPersonRefundReason } from '#src/domain/in-person/index.ts';

/** Name of an in-person payment's id in the page's address. */
export const paymentQuery = 'claim';

/** An in-person payment in a list, as finished text. */
export interface InPersonPaymentLine {
  readonly href: string;
  readonly code: string;
  readonly buyer: string;
  readonly amount: string;
  readonly method: string;
  /** The last day, or the day on which it was paid. */
  readonly day: string;
}

/** Money that somebody asked to give back. */
export interface RefundRequestView {
  readonly id: string;
  readonly amount: string;
  readonly reason: InPersonRefundReason | 'checkout';
  readonly by: string | null;
  /** Who asked does not agree to it themselves. */
  readonly isOwn: boolean;
}

/** An in-person payment with what can be done about it. */
export interface InPersonPaymentView {
  readonly id: string;
  readonly code: string;
  readonly buyer: string;
  readonly amount: string;
  readonly method: string;
  readonly until: string;
  /** `over`: its time has passed, or the buyer chose another way. `returned`: everything went back. */
  readonly state: 'open' | 'over' | 'taken' | 'returned';
  readonly proofKind: ProofKind;
  /** What was written down when it was taken. */
  readonly proof: readonly { readonly name: string; readonly text: string }[];
  /** What is held of it; null before it is taken. */
  readonly held: string | null;
  /** Reasons for which money can go back. */
  readonly reasons: readonly InPersonRefundReason[];
  readonly refund: RefundRequestView | null;
  readonly history: readonly {
    readonly kind: string;
    readonly at: string;
    readonly who: string | null;
    readonly amount: string | null;
  }[];
}

/** What the page of a unit shows. */
export interface CollectData {
  readonly person: string;
  readonly unit: string;
  /** Its own address, without a payment. */
  readonly here: string;
  /** What was just done. */
  readonly done: 'taken' | 'asked' | 'approved' | 'refused' | null;
  readonly payment: InPersonPaymentView | null;
  readonly open: readonly InPersonPaymentLine[];
  readonly taken: readonly InPersonPaymentLine[];
}
