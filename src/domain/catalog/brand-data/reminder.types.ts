/** How a reminder reaches a buyer. */
export const reminderChannels = ['email', 'sms'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** One reminder of a schedule: so many minutes after its buyer was last seen. */
export interface ReminderStep {
  readonly afterMinutes: number;
  readonly by: ReminderChannel;
}

/** What a brand says to those who left before paying, and who agreed to hear from it. */
export interface ReminderSchedule {
  /** The earliest first; none = nobody is reminded. */
  readonly steps: readonly ReminderStep[];
  /** Hours of the market's day between which phones may ring: from, and before. */
  readonly smsHours: { readonly from: number; readonly to: number };
  /** So long the price of an order that was begun holds for whoever takes it up again, in hours. */
  readonly priceHoldsHours: number;
}
