import type { Currency } from '#src/kernel/money/money.ts';
import type { DisputeCategory } from './dispute-reason.ts';

export type DisputeStage = 'inquiry' | 'chargeback' | 'pre-arbitration' | 'arbitration';
export type DisputeOutcome = 'won' | 'lost' | 'expired';

/** A dispute of a sale. Amounts are minor units; times are UTC instants. */
export interface DisputeView {
  readonly id: string;
  readonly orderId: string;
  readonly orderReference: string;
  readonly brand: string;
  readonly seller: string;
  readonly attemptId: string;
  readonly method: string;
  readonly gateway: string;
  /** The gateway's own id of the movement. */
  readonly movementId: string;
  /** Scheme of the card; null for other methods. */
  readonly scheme: string | null;
  readonly last4: string | null;
  readonly amount: bigint;
  readonly currency: Currency;
  /** The bank's code; null where the gateway tells none. */
  readonly reason: string | null;
  readonly category: DisputeCategory;
  readonly stage: DisputeStage;
  readonly occurredAt: Date;
  /** The last instant at which evidence is taken; null where the gateway tells none. */
  readonly evidenceDue: Date | null;
  readonly outcome: DisputeOutcome | null;
  readonly decidedAt: Date | null;
  /** The task to answer it; null when its money was a surplus. */
  readonly taskId: string | null;
  /** When evidence was last handed in. */
  readonly respondedAt: Date | null;
}

/** How the school responded to a dispute. */
export interface DisputeResponse {
  readonly id: string;
  readonly kind: 'evidence' | 'concession';
  readonly stage: DisputeStage;
  readonly statement: string;
  readonly reference: string;
  /** SHA-256 of the pack that was handed in. */
  readonly packHash: string | null;
  readonly respondedBy: string;
  readonly at: Date;
}
