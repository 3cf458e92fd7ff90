import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { Claim, ClaimReversal } from './claim.types.ts';

/** A payment that is to be handed over at the unit which the order names. */
export interface ClaimWish {
  readonly attemptId: string;
  readonly amount: Money;
  readonly method: string;
  /** One of `ProofKind`, as the way to pay says. */
  readonly proofKind: string;
  readonly expiresAt: Date;
}

/** Money that a unit took or handed back, in the order in which it did. */
export interface ClaimCredit {
  readonly place: bigint;
  readonly attemptId: string;
  readonly movementId: string;
}

/**
 * The school's own desks as whoever collects for them sees it: what stands here is what happened, as a bank's book is for
 * a bank. It never waits for anybody outside.
 */
export interface ClaimDesk {
  /** The claim of an attempt, made once; null where the order names no unit, or the kind of proof is none. */
  open(wish: ClaimWish): Promise<Claim | null>;
  find(attemptId: string): Promise<Claim | null>;
  /** Nobody may take money for it any more; one that was taken stays. */
  withdraw(attemptId: string): Promise<Claim | null>;
  /** Asks the unit to hand money back; null when it is not there to be handed back. The same id again is the same wish. */
  askBack(attemptId: string, refundId: string, amount: bigint): Promise<ClaimReversal | null>;
  /** Movements after a place, oldest first. */
  creditsAfter(place: bigint, limit: number): Promise<readonly ClaimCredit[]>;
}

/** What a claim is written down with for the buyer. */
export function claimInstructions({ code, unit, method, proofKind }: Claim): JsonObject {
  return { code, unit: { ...unit }, method, proofKind };
}
