/**
 * Whose points pay an attempt. The company that keeps the points asks it at the moment of the charge, so that a proof
 * which has ended meanwhile, or a browser that was never proved, opens nothing.
 */
export interface PointsMemberService {
  /**
   * The member whom the attempt's session has proved, or that of the purchase from which its order follows, with the secret
   * that opens their account; null without a proof.
   */
  verifiedMemberFor(attemptId: string): Promise<{ readonly memberId: string; readonly token: string } | null>;
}
