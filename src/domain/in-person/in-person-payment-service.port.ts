import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { InPersonPayment, InPersonRefund } from './in-person-payment.types.ts';

/** A payment that is to be handed over at the unit which the order names. */
export interface InPersonPaymentRequest {
  readonly attemptId: string;
  readonly amount: Money;
  readonly method: string;
  /** One of `ProofKind`, as the way to pay says. */
  readonly proofKind: string;
  readonly expiresAt: Date;
}

/** Money that a unit took or handed back, in the order in which it did. */
export interface InPersonCredit {
  readonly position: bigint;
  readonly attemptId: string;
  readonly movementId: string;
}

/**
 * The school's own desks as whoever collects for them sees it: what stands here is what happened, as a bank's book is for
 * a bank. It never waits for anybody outside.
 */
export interface InPersonPaymentService {
  /** The claim of an attempt, made once; null where the order names no unit, or the kind of proof is none. */
  open(request: InPersonPaymentRequest): Promise<InPersonPayment | null>;
  find(attemptId: string): Promise<InPersonPayment | null>;
  /** Nobody may take money for it any more; one that was taken stays. */
  withdraw(attemptId: string): Promise<InPersonPayment | null>;
  /** Asks the unit to hand money back; null when it is not there to be handed back. The same id again is the same wish. */
  requestRefund(attemptId: string, refundId: string, amount: bigint): Promise<InPersonRefund | null>;
  /** Movements after a position, oldest first. */
  creditsAfter(position: bigint, limit: number): Promise<readonly InPersonCredit[]>;
}

/** What a claim is written down with for the buyer. */
export function inPersonInstructions({ code, unit, method, proofKind }: InPersonPayment): JsonObject {
  return { code, unit: { ...unit }, method, proofKind };
}
