/** What happened with a redemption's points, once per `id`. `amount` is what the points were worth, in centavos. */
export interface RedemptionMovement {
  readonly id: string;
  readonly kind: 'redemption' | 'return';
  readonly amount: number;
  readonly points: number;
  readonly at: string;
  /** The school's key of a return. */
  readonly key?: string;
}

/** Points of a member that pay for a purchase at the school. */
export interface Redemption {
  readonly id: string;
  /** The school's own name for it. */
  readonly reference: string;
  /** What was asked for, so that the same reference with other words is refused. */
  readonly fingerprint: string;
  readonly memberId: string;
  readonly state: 'reserved' | 'confirmed' | 'released' | 'refused';
  /** Centavos. */
  readonly amount: number;
  readonly points: number;
  readonly pointsPerReal: number;
  /** A reservation that nobody confirmed by then is given up. */
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
