import { riskLimits, type RiskLevel, type AttemptLimit } from './risk-limits.data.ts';

export const rateSubjects = ['address', 'network', 'buyer', 'browser'] as const;
export type RateSubject = (typeof rateSubjects)[number];

/** What one subject's tries came to in the window. */
export interface AttemptCounts {
  readonly subject: RateSubject;
  readonly refused: number;
  readonly running: number;
  /** Questions of banks that were not answered, or not yet. */
  readonly asked: number;
  readonly good: number;
  /** The oldest that counts; null when none does. */
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

/** Whether the next try of these subjects is free, needs a proof of work first, or has to wait. The strictest counts. */
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

/** Whether a try may start now: `wait` while those that run may use up what is left. */
export function mayStartAttempt(counts: readonly AttemptCounts[]): 'yes' | 'wait' | 'no' {
  if (counts.some((count) => weight(count) >= allowance(count).most)) return 'no';
  return counts.some((count) => weight(count) + count.running >= allowance(count).most) ? 'wait' : 'yes';
}

/** The most refusals that are nothing unusual among so many good tries. `usual`: the share that refusals have on other days. */
export function maxUsualDeclines(good: number, usual: number, least: number): number {
  const { timesUsual, usual: bounds } = riskLimits.alarm;
  const share = Math.min(0.9, timesUsual * Math.min(bounds.most, Math.max(bounds.least, usual)));
  // refused <= share * (refused + good)
  return Math.max(least, Math.floor((share * good) / (1 - share)));
}
