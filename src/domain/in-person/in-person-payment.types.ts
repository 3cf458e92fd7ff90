import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Currency } from '#src/kernel/money/money.ts';

/**
 * What proves that money was handed over:
 * - `terminal-slip`: the number (NSU) and the authorisation code on the paper of the unit's card terminal;
 * - `transfer-id`: the end-to-end id of an instant transfer to the unit's account;
 * - `receipt`: the number of the receipt that the unit gave for bank notes;
 * - `bank-draft`: a paper order to the buyer's bank, by its magnetic line (CMC7) and the day from which it is good.
 */
export const proofKinds = ['terminal-slip', 'transfer-id', 'receipt', 'bank-draft'] as const;
export type ProofKind = (typeof proofKinds)[number];

export const inPersonPaymentStates = ['open', 'collected', 'canceled'] as const;
export type InPersonPaymentState = (typeof inPersonPaymentStates)[number];

/** Where the money is handed over, as it was when the buyer promised. */
export interface CollectionUnit {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly region: string;
}

/** Money that a unit took or handed back, once per `id`. */
export interface InPersonMovement {
  readonly id: string;
  readonly kind: 'capture' | 'refund';
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly proof: JsonObject;
  readonly staffMemberId: string;
  readonly at: Date;
}

/** A promise to pay at a unit. */
export interface InPersonPayment {
  readonly id: string;
  readonly attemptId: string;
  readonly orderId: string;
  readonly brand: string;
  readonly unitId: string;
  readonly unit: CollectionUnit;
  /** What the buyer says at the unit, see `claim-code.ts`. */
  readonly code: string;
  /** The specification's word for how the buyer wants to pay. */
  readonly method: string;
  readonly proofKind: ProofKind;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly state: InPersonPaymentState;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly movements: readonly InPersonMovement[];
}

/** Why money goes back: by the alíneas of the paper's clearing house (11: no funds, 12: no funds again), or by people. */
export const inPersonRefundReasons = ['returned-11', 'returned-12', 'withdrawal', 'mistake'] as const;
export type InPersonRefundReason = (typeof inPersonRefundReasons)[number];

/** One wish to give money back. It needs somebody else than who asked. */
export interface InPersonRefund {
  readonly id: string;
  readonly inPersonPaymentId: string;
  readonly amount: bigint;
  readonly reason: InPersonRefundReason | 'checkout';
  readonly state: 'requested' | 'approved' | 'refused';
  /** Null: the checkout asked. */
  readonly askedBy: string | null;
  readonly askedAt: Date;
  readonly decidedBy: string | null;
}

/** Somebody who acts for a unit by a link of their own. */
export interface StaffMember {
  readonly id: string;
  readonly brand: string;
  readonly unitId: string;
  /** Short word of the brand's data. */
  readonly person: string;
  readonly name: string;
  readonly isRevoked: boolean;
}
