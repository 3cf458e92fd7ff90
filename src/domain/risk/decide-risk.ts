import { riskLimits, type RiskLevel, type AttemptLimit } from './risk-limits.data.ts';

/** Why an attempt is refused before it begins. `method-paused`: the method is closed to buyers who are not known. */
export type RiskRejection =
  | { readonly code: 'captcha-needed' }
  | { readonly code: 'too-many-tries'; readonly retryAfterSeconds: number }
  | { readonly code: 'method-paused' };

export const rateSubjects = ['address', 'network', 'buyer', 'browser'] as const;
export type RateSubject = (typeof rateSubjects)[number];

/** The attempts of one subject in the window. */
export interface AttemptCounts {
  readonly subject: RateSubject;
  readonly refused: number;
  readonly running: number;
  /** Challenges by banks that were not answered, or not yet. */
  readonly asked: number;
  readonly good: number;
  /** Time of the oldest attempt that counts; null when none does. */
  readonly oldest: Date | null;
}

export type RiskDecision =
  | { readonly kind: 'free' }
  | { readonly kind: 'proof' }
  | { readonly kind: 'pause'; readonly seconds: number };

const limits: Readonly<Record<RateSubject, AttemptLimit>> = riskLimits.tries;

function weight({ refused, asked }: AttemptCounts): number {
  return refused + asked / riskLimits.tries.challengesPerDecline;
}

function allowance({ subject, good }: AttemptCounts): { readonly proofFrom: number; readonly most: number } {
  const { proofFrom, most, perApproved } = limits[subject];
  return { proofFrom: proofFrom + perApproved * good, most: most + perApproved * good };
}

/** Whether the next attempt is free, needs a proof of work first, or has to wait. The strictest subject decides. */
export function decideRisk(counts: readonly AttemptCounts[], level: RiskLevel, now: Date): RiskDecision {
  const over = counts.filter((count) => weight(count) >= allowance(count).most);
  if (over.length > 0) {
    const { windowSeconds } = riskLimits.tries;
    const ends = over.map(({ oldest }) => (oldest ?? now).getTime() + windowSeconds * 1000);
    return { kind: 'pause', seconds: Math.max(60, Math.ceil((Math.max(...ends) - now.getTime()) / 1000)) };
  }
  const isNear = counts.some((count) => weight(count) + count.running >= allowance(count).proofFrom);
  return isNear || level > 0 ? { kind: 'proof' } : { kind: 'free' };
}

/** Whether an attempt may start now: `wait` while attempts that run may use up what is left. */
export function mayStartAttempt(counts: readonly AttemptCounts[]): 'yes' | 'wait' | 'no' {
  if (counts.some((count) => weight(count) >= allowance(count).most)) return 'no';
  return counts.some((count) => weight(count) + count.running >= allowance(count).most) ? 'wait' : 'yes';
}

/** The number of refusals up to which nothing is unusual among so many approvals. `usual`: the usual share of refusals. */
export function maxUsualDeclines(good: number, usual: number, least: number): number {
  const { timesUsual, usual: bounds } = riskLimits.alarm;
  const share = Math.min(0.9, timesUsual * Math.min(bounds.most, Math.max(bounds.least, usual)));
  // refused <= share * (refused + good)
  return Math.max(least, Math.floor((share * good) / (1 - share)));
}

/** `known`: the buyer has paid here before; `proved`: only their phone is verified. */
export type BuyerTrust = 'unknown' | 'proved' | 'known';

/**
 * How far a buyer is trusted. Refusals of their own make a known buyer unknown again: a browser that paid once must not serve
 * to test stolen cards.
 */
export function decideTrust(
  { hasPaid, hasVerifiedPhone }: { readonly hasPaid: boolean; readonly hasVerifiedPhone: boolean },
  counts: readonly AttemptCounts[],
): BuyerTrust {
  const isRefused = counts.some(
    ({ subject, refused }) => (subject === 'buyer' || subject === 'browser') && refused > 0,
  );
  if (hasPaid) return isRefused ? 'unknown' : 'known';
  return hasVerifiedPhone ? 'proved' : 'unknown';
}
