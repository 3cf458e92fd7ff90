import type { DisputeRow } from '../../../routes/disputes/disputes.types.ts';

/** What a dispute asks of staff now: `soon` within 48 hours; `untold` where the company told no deadline. */
export type DisputeStanding = 'overdue' | 'soon' | 'open' | 'untold' | 'responded' | 'won' | 'lost' | 'expired';

/** The tone of each standing's word. */
export const standingTones = {
  overdue: 'lost',
  soon: 'needs',
  open: 'waits',
  untold: 'waits',
  responded: 'ok',
  won: 'ok',
  lost: 'lost',
  expired: 'quiet',
} as const satisfies Readonly<Record<DisputeStanding, string>>;

const soonMs = 48 * 3_600_000;

/** The standing of a dispute at an instant, in milliseconds since the epoch. */
export function standingOf(
  { outcome, evidenceDue, respondedAt }: Pick<DisputeRow, 'outcome' | 'evidenceDue' | 'respondedAt'>,
  now: number,
): DisputeStanding {
  if (outcome !== null) return outcome;
  if (respondedAt !== null) return 'responded';
  if (evidenceDue === null) return 'untold';
  const left = Date.parse(evidenceDue) - now;
  if (left < 0) return 'overdue';
  return left < soonMs ? 'soon' : 'open';
}
