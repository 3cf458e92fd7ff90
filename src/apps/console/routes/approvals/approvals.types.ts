/** Something that waits, or waited, for a second person, with all that its asker saw. */
export interface ApprovalItem {
  readonly id: string;
  readonly kind: 'refund' | 'export' | 'erasure' | 'grant';
  /** Null: it concerns all brands. */
  readonly brand: string | null;
  readonly reason: string;
  readonly state: 'waiting' | 'approved' | 'rejected' | 'taken-back' | 'expired';
  readonly askedBy: string;
  /** ISO 8601 in UTC, as the other times. */
  readonly askedAt: string;
  readonly expiresAt: string;
  /** Null: nobody has decided. */
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly isOwn: boolean;
  /** Whether the reader may decide it now. */
  readonly mayDecide: boolean;
  /** What the asker saw, personal data masked; of a refund empty. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Of a refund: its sale, and what goes back now, in minor units. An approval names that amount. */
  readonly refund: {
    readonly orderId: string;
    readonly orderReference: string;
    readonly amount: number;
    readonly currency: string;
  } | null;
}

/** Answer of `GET /data/approvals`: what waits first, the next to expire at the top, then what was decided in 30 days. */
export interface ApprovalList {
  readonly items: readonly ApprovalItem[];
}
