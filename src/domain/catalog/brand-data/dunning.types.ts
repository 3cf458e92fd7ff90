/** How a reminder reaches the buyer. */
export const noticeChannels = ['email', 'sms'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/**
 * Kinds of a reminder after a failed charge:
 *
 * - `failed`: the charge did not pass; it will be retried, or another payment instrument is needed
 * - `again`: a retry failed
 * - `last-days`: access ends in a few days
 * - `suspended`: access is revoked, and paying restores it
 * - `still-time`, `ends-soon`: paying restores access; the day on which the subscription ends
 */
export const reminderKinds = ['failed', 'again', 'last-days', 'suspended', 'still-time', 'ends-soon'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** A reminder after a failed charge: so many days after the first failure, in the market's days. */
export interface Reminder {
  readonly kind: ReminderKind;
  readonly day: number;
  readonly by: readonly NoticeChannel[];
}

/** Kinds of a reminder before a charge: the first one after a trial, or the next billing period of a long plan. */
export const upcomingChargeKinds = ['first-charge', 'renewal-early', 'renewal'] as const;
export type UpcomingChargeKind = (typeof upcomingChargeKinds)[number];

/** A reminder so many days before the charge. */
export interface UpcomingChargeReminder {
  readonly kind: UpcomingChargeKind;
  readonly days: number;
  /** Only for billing periods of at least so many months. */
  readonly fromMonths: number;
  readonly by: readonly NoticeChannel[];
}

/**
 * The schedule after a failed charge, from a brand's `dunning.json`. All days are counted in the market's days from
 * the one on which the period's charge failed for the first time (day 0).
 */
export interface DunningSchedule {
  /** Days on which the charge is retried, in order; the schemes' limits take precedence. */
  readonly retryDays: readonly number[];
  /** Hour of the market's day from which on a retry is made. */
  readonly retryHour: number;
  /** Days of grace in which access stays. */
  readonly graceDays: number;
  /** Day on which access is revoked. */
  readonly suspendDay: number;
  /** Day on which the subscription ends. */
  readonly cancelDay: number;
  /** Hours of the market's day in which texts are sent to phones: the first, and the first in which none are. */
  readonly smsHours: { readonly from: number; readonly to: number };
  /** In the order of their days. */
  readonly reminders: readonly Reminder[];
  /** Before a trial's first charge and before a renewal, the earlier first. */
  readonly beforeFirstCharge: readonly UpcomingChargeReminder[];
  readonly beforeRenewal: readonly UpcomingChargeReminder[];
}
