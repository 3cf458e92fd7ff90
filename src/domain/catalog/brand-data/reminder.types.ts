/** How a reminder reaches a buyer. */
export const reminderChannels = ['email', 'sms'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** One reminder of a schedule: so many minutes after its buyer's last visit. */
export interface ReminderStep {
  readonly afterMinutes: number;
  readonly by: ReminderChannel;
}

/** A brand's reminders to buyers who left before paying and consented to them. */
export interface ReminderSchedule {
  /** The earliest first; empty = no reminders. */
  readonly steps: readonly ReminderStep[];
  /** Hours of the market's day in which texts are sent to phones: from, and before. */
  readonly smsHours: { readonly from: number; readonly to: number };
  /** Hours for which the price of an unpaid order stays valid. */
  readonly priceHoldsHours: number;
}
