/**
 * The member whose points pay an attempt. The programme's gateway asks at the moment of the charge, so that an expired
 * verification opens nothing.
 */
export interface PointsMemberService {
  /**
   * The member that the attempt's session has verified, or that of the purchase from which its order follows, with the token of
   * their account; null without a verification.
   */
  verifiedMemberFor(attemptId: string): Promise<{ readonly memberId: string; readonly token: string } | null>;
}
