import type { CompellingEvidence, EvidenceElement } from '#src/domain/documents/evidence-pack/index.ts';
import type { DisputeCategory, DisputeOutcome, DisputeStage } from '#src/domain/refunds/disputes/index.ts';

/** Times are ISO 8601 in UTC; amounts are minor units. */
type Instant = string;

/** A dispute of `GET /data/disputes`: open ones by deadline, decided ones newest first. */
export interface DisputeRow {
  readonly id: string;
  readonly orderId: string;
  readonly orderReference: string;
  readonly brand: string;
  readonly method: string;
  readonly gateway: string;
  /** Scheme of the card; null for other methods. */
  readonly scheme: string | null;
  readonly last4: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly category: DisputeCategory;
  readonly stage: DisputeStage;
  readonly occurredAt: Instant;
  /** Null: the company told no deadline. */
  readonly evidenceDue: Instant | null;
  readonly outcome: DisputeOutcome | null;
  readonly decidedAt: Instant | null;
  /** When evidence was last handed in. */
  readonly respondedAt: Instant | null;
}

export interface DisputePage {
  readonly disputes: readonly DisputeRow[];
}

/** A step of the buyer's use of what they bought. */
export interface UseStep {
  readonly kind: 'opened' | 'closed' | 'platform' | 'entered' | 'email';
  readonly at: Instant;
  /** Cause of an access change, kind of an e-mail, or id of an endpoint; empty for an entry. */
  readonly detail: string;
}

/** Answer of `GET /data/disputes/:id`. Personal data are masked: the pack has them in full. */
export interface DisputeCase extends DisputeRow {
  readonly movementId: string;
  /** IANA zone of the sale's market. */
  readonly timeZone: string;
  /** Whether the person may hand in evidence or concede. */
  readonly mayAnswer: boolean;
  readonly who: {
    /** The data were erased at the buyer's request: no pack can be made. */
    readonly isErased: boolean;
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly phoneVerifiedAt: Instant | null;
    readonly document: string | null;
  };
  readonly agreed: {
    readonly lines: readonly { readonly title: string; readonly amount: number }[];
    readonly total: number;
    readonly orderedAt: Instant;
    readonly contracts: readonly { readonly label: string; readonly at: Instant; readonly ip: string }[];
    readonly consents: readonly {
      /** Of the box: `terms`, `purchase`, `marketing` and others. */
      readonly kind: string;
      readonly label: string;
      readonly at: Instant;
      readonly accepted: boolean;
    }[];
  };
  readonly used: readonly UseStep[];
  readonly earlier: readonly {
    readonly orderId: string;
    readonly reference: string;
    readonly total: number;
    readonly currency: string;
    readonly paidAt: Instant;
    readonly isDisputed: boolean;
  }[];
  readonly compelling: {
    readonly result: CompellingEvidence['result'];
    readonly elements: readonly EvidenceElement[];
    readonly payments: readonly {
      readonly reference: string;
      readonly amount: number;
      readonly currency: string;
      readonly at: Instant;
      readonly matches: readonly EvidenceElement[];
    }[];
  };
  readonly responses: readonly {
    readonly id: string;
    readonly kind: 'evidence' | 'concession';
    readonly stage: DisputeStage;
    readonly statement: string;
    readonly reference: string;
    readonly packHash: string | null;
    readonly by: string;
    readonly at: Instant;
  }[];
}

/** Answer of `POST /data/disputes/:id/pack`: a file with the buyer's data in full. */
export interface EvidenceFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly base64: string;
  /** SHA-256 of the pack's JSON; handing in names it. */
  readonly hash: string;
}
