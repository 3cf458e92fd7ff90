import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Currency } from '#src/kernel/money/money.ts';

/**
 * Proofs of a collection:
 * - `terminal-slip`: number (NSU) and authorisation code on the slip of the unit's card terminal;
 * - `transfer-id`: end-to-end id of an instant transfer to the unit's account;
 * - `receipt`: number of the receipt that the unit gave for cash;
 * - `bank-draft`: a cheque, by its magnetic line (CMC7) and the day from which it may be presented.
 */
export const proofKinds = ['terminal-slip', 'transfer-id', 'receipt', 'bank-draft'] as const;
export type ProofKind = (typeof proofKinds)[number];

export const inPersonPaymentStates = ['open', 'collected', 'canceled'] as const;
export type InPersonPaymentState = (typeof inPersonPaymentStates)[number];

/** The unit where the money is collected, as it was when the payment was opened. */
export interface CollectionUnit {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly region: string;
}

/** Money that a unit collected or refunded, once per `id`. */
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

/** A payment that is to be collected at a unit. */
export interface InPersonPayment {
  readonly id: string;
  readonly attemptId: string;
  readonly orderId: string;
  readonly brand: string;
  readonly unitId: string;
  readonly unit: CollectionUnit;
  /** The code that the buyer says at the unit, see `collection-code.ts`. */
  readonly code: string;
  /** The payment method, in the specification's words. */
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

/** Reasons of a refund: by codes of the cheques' clearing house (11: no funds, 12: no funds again), or by staff. */
export const inPersonRefundReasons = ['returned-11', 'returned-12', 'withdrawal', 'mistake'] as const;
export type InPersonRefundReason = (typeof inPersonRefundReasons)[number];

/** A refund of an in-person payment. Another staff member than the one who asked has to approve it. */
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

/** Money that was collected for a payment, less refunds, made or requested; minor units. */
export function netCollected({ movements }: InPersonPayment, refunds: readonly InPersonRefund[]): bigint {
  const moved = movements.reduce((sum, { kind, amount }) => (kind === 'capture' ? sum + amount : sum - amount), 0n);
  return refunds.reduce((sum, { state, amount }) => (state === 'requested' ? sum - amount : sum), moved);
}

/** An employee of a unit, who signs in by a magic link. */
export interface StaffMember {
  readonly id: string;
  readonly brand: string;
  readonly unitId: string;
  /** Key in the brand's data. */
  readonly person: string;
  readonly name: string;
  readonly isRevoked: boolean;
}
