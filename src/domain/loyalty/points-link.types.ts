import type { MemberDevice, ProgrammeFailure } from './programme.port.ts';

/** How far a buyer has come with a points programme. */
export interface PointsLink {
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
  /** What the programme last said no with, for the page that says so. */
  readonly problem: ProgrammeFailure | null;
}
