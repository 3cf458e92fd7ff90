/** Answer of `POST /data/charges/:attemptId/ask`: what the company says of a charge now. */
export interface AskedCharge {
  /** State of the attempt, as `src/domain/payments/ports/attempt-states.ts` names it. */
  readonly state: string;
  readonly hasChanged: boolean;
  /** The company did not answer, or another process is asking it. */
  readonly isUnanswered: boolean;
}

/** Answer of `POST /data/charges/:attemptId/renew`: the new code of the same payment. Amounts are minor units. */
export interface RenewedCharge {
  readonly attemptId: string;
  readonly state: string;
  readonly amount: number;
  readonly currency: string;
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
  /** The code or line that the buyer pays by; null while the company has not given it. */
  readonly code: string | null;
}

/** Answer of `POST /data/charges/:attemptId/documents/:fileName`: a file for the buyer, e.g. a slip on paper. */
export interface ChargeDocument {
  readonly fileName: string;
  readonly contentType: string;
  readonly base64: string;
}
