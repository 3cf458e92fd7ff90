import type { MemberDevice, ProgrammeFailure } from './programme.port.ts';

/** What a buyer wants of the programme: points for the purchase, or to use points for it. */
export type PointsKind = 'earn' | 'spend';

/** How far a buyer has come with a points programme. */
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
  /** Opens the account; null until the right code came, and again when its time is over. */
  readonly token: string | null;
  /** Points that the buyer wants to use; null until they chose. */
  readonly points: number | null;
  /** The buyer went on with the programme: it stays with the order. */
  readonly isJoined: boolean;
  /** What the programme last said no with, for the page that says so. */
  readonly problem: ProgrammeFailure | null;
}

/** What stands on an order. */
export interface OrderMembership {
  readonly programme: string;
  readonly kind: PointsKind;
  readonly memberId: string;
  /** Points that the buyer wants to use; null where points are earned. */
  readonly points: number | null;
}
