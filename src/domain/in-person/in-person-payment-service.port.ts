import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { InPersonPayment, InPersonRefund } from './in-person-payment.types.ts';

/** A payment that is to be collected at the unit of its order. */
export interface InPersonPaymentRequest {
  readonly attemptId: string;
  readonly amount: Money;
  readonly method: string;
  /** One of `ProofKind`, as the way to pay says. */
  readonly proofKind: string;
  readonly expiresAt: Date;
}

/** Money that a unit collected or refunded, by position. */
export interface InPersonCredit {
  readonly position: bigint;
  readonly attemptId: string;
  readonly movementId: string;
}

/**
 * In-person payments as their gateway sees them. The tables of the product are the books here, as a bank's are elsewhere; no call
 * waits for another company.
 */
export interface InPersonPaymentService {
  /** Opens the payment of an attempt, once; null where the order has no unit, or the kind of proof is unknown. */
  open(request: InPersonPaymentRequest): Promise<InPersonPayment | null>;
  find(attemptId: string): Promise<InPersonPayment | null>;
  /** Cancels an open payment; a collected one stays as it is. */
  withdraw(attemptId: string): Promise<InPersonPayment | null>;
  /** Requests a refund of the unit; null when so much is not left. The same id again is the same refund. */
  requestRefund(attemptId: string, refundId: string, amount: bigint): Promise<InPersonRefund | null>;
  /** Movements after a position, oldest first. */
  creditsAfter(position: bigint, limit: number): Promise<readonly InPersonCredit[]>;
}

/** The buyer's instructions of an in-person payment. */
export function inPersonInstructions({ code, unit, method, proofKind }: InPersonPayment): JsonObject {
  return { code, unit: { ...unit }, method, proofKind };
}
