/** A movement of a redemption's points, once per `id`. `amount` is their value, in centavos. */
export interface RedemptionMovement {
  readonly id: string;
  readonly kind: 'redemption' | 'return';
  readonly amount: number;
  readonly points: number;
  readonly at: string;
  /** The school's key of a refund. */
  readonly key?: string;
}

/** Points of a member that pay for a purchase at the school. */
export interface Redemption {
  readonly id: string;
  /** The school's own reference. */
  readonly reference: string;
  /** The request, so that the same reference with another request is refused. */
  readonly fingerprint: string;
  readonly memberId: string;
  readonly state: 'reserved' | 'confirmed' | 'released' | 'refused';
  /** Centavos. */
  readonly amount: number;
  readonly points: number;
  readonly pointsPerReal: number;
  /** An unconfirmed reservation expires then. */
  readonly reservedUntil: string;
  readonly movements: readonly RedemptionMovement[];
  readonly createdAt: string;
}

/** Points that a purchase at the school earned. */
export interface Accrual {
  readonly reference: string;
  readonly memberId: string;
  readonly points: number;
  readonly creditedAt: string;
  readonly reversedAt?: string;
}

/** Points that a member used at another shop. */
export interface ExternalPointsUse {
  readonly id: string;
  readonly memberId: string;
  readonly points: number;
  readonly at: string;
}
