import type { ReminderKind, UpcomingChargeKind } from '../../catalog/brand-data/index.ts';

/** What follows on its own, outside the calendar of reminders. */
export const outcomeKinds = ['recovered', 'canceled'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

export type NoticeKind = ReminderKind | UpcomingChargeKind | OutcomeKind;
