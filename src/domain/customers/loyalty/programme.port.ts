import type { Country } from '#src/kernel/locale/locale.ts';
import type { Result } from '#src/kernel/result/result.ts';

/** Where a member of a points programme is reached, as the programme masks it. */
export interface MemberDevice {
  readonly id: string;
  readonly kind: 'sms' | 'email';
  readonly masked: string;
}

export interface ProgrammeMember {
  /** The programme's own name for the member; never their document. */
  readonly memberId: string;
  readonly devices: readonly MemberDevice[];
}

/** What a member has, and how points are worth money. */
export interface PointsAccount {
  readonly points: number;
  /** So many points are worth one unit of the market's money (100 minor units). */
  readonly pointsPerUnit: number;
  /** Fewest points that are taken, and the steps above it. */
  readonly minimum: number;
  readonly step: number;
}

/** What a purchase earns. */
export interface EarningTerms {
  /** Points for each whole unit of the market's money. */
  readonly pointsPerUnit: number;
  /** Days until the points are on the account, counted from the end of the buyer's days to withdraw. */
  readonly creditDays: number;
}

/**
 * What a programme says no with. `unavailable`: nobody answered, or nothing that could be read; nothing is known.
 * `session-over`: the member must be proved again. `refused`: a no that asking again does not change.
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

/** A points programme: it proves its own members, by a code that it sends itself, and says what they have. */
export interface PointsProgramme {
  readonly id: string;
  /** Where it has members, in whose money it counts. */
  readonly markets: readonly Country[];
  /** The word by which plans name paying with its points. */
  readonly method: string;
  /** By the document (digits). The programme is told it and nobody else. */
  identify(document: string): Promise<Result<ProgrammeMember, ProgrammeFailure>>;
  sendCode(
    memberId: string,
    deviceId: string,
  ): Promise<Result<{ readonly challengeId: string; readonly expiresAt: Date }, ProgrammeFailure>>;
  verify(
    challengeId: string,
    code: string,
  ): Promise<Result<{ readonly token: string; readonly expiresAt: Date }, ProgrammeFailure>>;
  /** By the secret that the right code gave. */
  account(token: string): Promise<Result<PointsAccount, ProgrammeFailure>>;
  earning(): Promise<Result<EarningTerms, ProgrammeFailure>>;
  /** Puts earned points on a member's account, once for each `reference`. */
  credit(earned: {
    readonly reference: string;
    readonly memberId: string;
    readonly points: number;
  }): Promise<Result<null, ProgrammeFailure>>;
  /** Takes earned points back, however often it is asked. */
  takeBack(reference: string): Promise<Result<null, ProgrammeFailure>>;
}
