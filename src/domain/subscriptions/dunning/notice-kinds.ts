import type { ReminderKind, UpcomingChargeKind } from '../../catalog/brand-data/index.ts';
import type { Subscription, BillingPeriod } from '../subscriptions/index.ts';

/** Notices of an outcome, outside the schedule of reminders. */
export const outcomeKinds = ['recovered', 'canceled'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

export type NoticeKind = ReminderKind | UpcomingChargeKind | OutcomeKind;

/** Whether a notice is still true when it is sent: a buyer who paid a minute ago gets none. */
export function isNoticeStillDue(
  kind: NoticeKind,
  { state, cancelsOn }: Pick<Subscription, 'state' | 'cancelsOn'>,
  period: Pick<BillingPeriod, 'state'>,
): boolean {
  switch (kind) {
    case 'first-charge':
    case 'renewal-early':
    case 'renewal':
      return period.state === 'due' && (state === 'trialing' || state === 'active') && cancelsOn === null;
    case 'failed':
    case 'again':
    case 'last-days':
      return state === 'past-due' && period.state !== 'paid' && period.state !== 'waived';
    case 'suspended':
    case 'still-time':
    case 'ends-soon':
      return state === 'suspended' && period.state !== 'paid';
    case 'recovered':
      return state === 'active';
    case 'canceled':
      return state === 'canceled';
  }
}
