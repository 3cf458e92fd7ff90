import type { Country } from '#src/kernel/locale/locale.ts';
import type { Result } from '#src/kernel/result/result.ts';

/** A phone or e-mail of a member, as the programme masks it. */
export interface MemberDevice {
  readonly id: string;
  readonly kind: 'sms' | 'email';
  readonly masked: string;
}

export interface ProgrammeMember {
  /** The programme's id of the member; never their tax id. */
  readonly memberId: string;
  readonly devices: readonly MemberDevice[];
}

/** A member's points, and their value. */
export interface PointsAccount {
  readonly points: number;
  /** Points per unit of the market's money (100 minor units). */
  readonly pointsPerUnit: number;
  /** Fewest points of a redemption, and the steps above it. */
  readonly minimum: number;
  readonly step: number;
}

/** The accrual of a purchase. */
export interface EarningTerms {
  /** Points for each whole unit of the market's money. */
  readonly pointsPerUnit: number;
  /** Days until the points are credited, counted from the end of the cooling-off. */
  readonly creditDays: number;
}

/**
 * Failures of a programme. `unavailable`: no answer, or an unreadable one; nothing is known. `session-over`: the member must
 * be verified again. `refused`: a failure that a retry does not change.
 */
export type ProgrammeFailure =
  | 'unavailable'
  | 'not-member'
  | 'blocked'
  | 'device-unknown'
  | 'too-soon'
  | 'code-wrong'
  | 'code-expired'
  | 'locked'
  | 'session-over'
  | 'refused';

/** A points programme: it verifies its own members by a code that it sends, and knows their points. */
export interface PointsProgramme {
  readonly id: string;
  /** Markets with members, in whose currency it counts. */
  readonly markets: readonly Country[];
  /** The payment method of plans that is paid with its points. */
  readonly method: string;
  /** By the tax id (digits), which is sent to the programme and stored nowhere. */
  identify(document: string): Promise<Result<ProgrammeMember, ProgrammeFailure>>;
  sendCode(
    memberId: string,
    deviceId: string,
  ): Promise<Result<{ readonly challengeId: string; readonly expiresAt: Date }, ProgrammeFailure>>;
  verify(
    challengeId: string,
    code: string,
  ): Promise<Result<{ readonly token: string; readonly expiresAt: Date }, ProgrammeFailure>>;
  /** By the token of a verified member. */
  account(token: string): Promise<Result<PointsAccount, ProgrammeFailure>>;
  earning(): Promise<Result<EarningTerms, ProgrammeFailure>>;
  /** Credits earned points to a member's account, once for each `reference`. */
  credit(earned: {
    readonly reference: string;
    readonly memberId: string;
    readonly points: number;
  }): Promise<Result<null, ProgrammeFailure>>;
  /** Reverses a credit; idempotent. */
  takeBack(reference: string): Promise<Result<null, ProgrammeFailure>>;
}
