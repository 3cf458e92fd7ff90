/** State of a charge at the acquirer. `declined` and `voided` hold no money; `captured` may have been refunded since. */
export type ChargeStatus = 'authorized' | 'captured' | 'declined' | 'challenge' | 'processing' | 'voided';

/** Money that moved, in minor units; `id` is never used twice. */
export interface ChargeMovement {
  readonly id: string;
  /** `chargeback`: the buyer's bank took it back; `chargeback-won`: the bank returned it to the school. */
  readonly kind: 'capture' | 'refund' | 'chargeback' | 'chargeback-won';
  readonly amount: number;
  readonly at: string;
  /** Of a chargeback: the scheme's reason code, its stage, and until when evidence is taken. */
  readonly reason?: string;
  readonly stage?: DisputeStage;
  readonly evidenceDue?: string;
}

export const disputeStages = ['inquiry', 'chargeback', 'pre-arbitration', 'arbitration'] as const;
export type DisputeStage = (typeof disputeStages)[number];

/** An authentication required by the buyer's bank (EMV 3-D Secure 2). */
export interface Challenge {
  readonly acsTransID: string;
  readonly threeDSServerTransID: string;
  /** Where the frame posts its end, from the merchant's request. */
  readonly notificationUrl: string;
  readonly until: string;
  /** The bank's result; absent while the buyer has not answered. */
  readonly transStatus?: 'Y' | 'N';
  /** Some test cards fail whatever the buyer answers. */
  readonly alwaysFails: boolean;
}

/** The outcome of the charge after its authentication. */
export interface Outcome {
  readonly approved: boolean;
  readonly returnCode: string;
  /** Mastercard's merchant advice code. */
  readonly adviceCode?: string;
}

/** A charge as the book stores it, without a card number, a security code or a token. */
export interface Charge {
  readonly id: string;
  readonly merchantOrderId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly status: ChargeStatus;
  readonly amount: number;
  readonly currency: string;
  readonly installments: number;
  readonly capture: boolean;
  readonly softDescriptor: string;
  readonly returnCode: string;
  readonly tid: string;
  readonly authorizationCode?: string;
  readonly eci?: string;
  /** `expiry`: MM/AA; absent in older charges. */
  readonly card: { readonly brand: string; readonly last4: string; readonly expiry?: string };
  /** A kept card's code came with it. */
  readonly hasCode?: true;
  /** Mastercard's merchant advice code, with a refusal. */
  readonly adviceCode?: string;
  /** Result of the authentication (EMV 3-D Secure 2, ARes or RReq). */
  readonly transStatus?: string;
  /** Whether the 3DS Method completed, as the merchant reported (threeDSCompInd). */
  readonly threeDSCompInd?: 'Y' | 'N' | 'U';
  /** The scheme's id of this payment. */
  readonly schemeTransactionId?: string;
  /** The id of the kept card, where the merchant requested it; returned once the charge is approved. */
  readonly savedCardId?: string;
  readonly challenge?: Challenge;
  readonly outcome: Outcome;
  /** When a processing, or wrongly declined, charge gets its outcome. */
  readonly completesAt?: string;
  readonly movements: readonly ChargeMovement[];
  /** Refund requests by their idempotency key. */
  readonly refunds: Readonly<Record<string, { readonly movementId: string; readonly amount: number }>>;
  readonly notificationUrl: string;
  readonly createdAt: string;
}

/** Sum of the movements of one kind, in minor units. */
export function movedAmount(charge: Charge, kind: ChargeMovement['kind']): number {
  return charge.movements.reduce((sum, movement) => (movement.kind === kind ? sum + movement.amount : sum), 0);
}
