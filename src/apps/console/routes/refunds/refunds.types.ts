/** What one payment of a sale would give back. Amounts are minor units. */
export interface RefundPartView {
  readonly attemptId: string;
  readonly rail: string;
  readonly method: string;
  /** A card's last digits; null for anything else. */
  readonly last4: string | null;
  readonly amount: number;
  /** The school pays it from its own account, because the company cannot refund it. */
  readonly isManual: boolean;
}

/** Answer of `GET /data/refunds/:orderId/preview`. Amounts are minor units of `currency`. */
export interface RefundPreviewView {
  readonly orderId: string;
  readonly currency: string;
  /** What goes back: `shown` of the request that follows. */
  readonly amount: number;
  readonly refundable: number;
  readonly parts: readonly RefundPartView[];
  readonly needsApproval: boolean;
  /** Names of the people who may approve it, the person who asks left out. Empty where none is needed. */
  readonly approvers: readonly string[];
  /** What one person may still refund of this sale alone. */
  readonly withoutApproval: number;
  readonly endsSale: boolean;
  readonly effects: {
    readonly access: 'ends' | 'stays' | 'none';
    readonly subscription: 'ends' | 'former-plan' | 'stays' | 'none';
    readonly fiscalNote: 'canceled' | 'stays' | 'none';
    readonly earnedPoints: 'reversed' | 'not-credited' | 'stays' | 'none';
  };
}

/** Answer of a requested or decided refund. */
export interface RefundResult {
  readonly refundId: string;
  /** `sent`: it goes back by its parts; in any other state nothing moves. */
  readonly state: 'sent' | 'waiting' | 'turned-down' | 'expired';
  readonly amount: number;
  /** ISO 8601 in UTC: until when a second person may approve it; null where none is needed. */
  readonly expiresAt: string | null;
}
