import type { MemberDevice, ProgrammeFailure } from './programme.port.ts';

/** Accrual or redemption: points for the purchase, or points that pay it. */
export type PointsKind = 'earn' | 'spend';

/** A buyer's link to a points programme. */
export interface PointsLink {
  readonly kind: PointsKind;
  readonly memberId: string;
  readonly devices: readonly MemberDevice[];
  /** Where the newest code was sent. */
  readonly device: MemberDevice | null;
  readonly challengeId: string | null;
  readonly codeExpiresAt: Date | null;
  /** First instant at which another code may be asked for. */
  readonly resendAt: Date | null;
  /** Opens the account; null before the verification and after it expired. */
  readonly token: string | null;
  /** Points to redeem; null until the buyer chose. */
  readonly points: number | null;
  /** Whether the buyer joined: the membership is written to the order. */
  readonly isJoined: boolean;
  /** The programme's last failure, for the error page. */
  readonly problem: ProgrammeFailure | null;
}
