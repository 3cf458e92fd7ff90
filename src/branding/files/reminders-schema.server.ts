import { z } from 'zod';
import { reminderChannels } from '../../domain/catalog/brand-data/index.ts';

/** A buyer who is still typing is not reminded, and one who left a month ago has decided. */
const shortestMinutes = 15;
const longestMinutes = 30 * 24 * 60;
/** Most reminders per channel; more would annoy the lead. */
const maxPerChannel = 3;

/**
 * `reminders.json`: reminders to leads who left before paying; a brand's own file lies over the base's. No steps:
 * nothing.
 */
export const remindersJson = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        afterMinutes: z.int().min(shortestMinutes).max(longestMinutes),
        by: z.enum(reminderChannels),
      }),
    )
    .refine(
      (steps) => steps.every(({ afterMinutes }, index) => afterMinutes > (steps[index - 1]?.afterMinutes ?? 0)),
      'are not in order, or two come at once',
    )
    .refine(
      (steps) => reminderChannels.every((channel) => steps.filter(({ by }) => by === channel).length <= maxPerChannel),
      `are more than ${maxPerChannel} by one way`,
    ),
  smsHours: z
    .strictObject({ from: z.int().min(0).max(23), to: z.int().min(1).max(24) })
    .refine(({ from, to }) => from < to, 'ends before it begins'),
  priceHoldsHours: z
    .int()
    .min(1)
    .max(60 * 24),
});
