import { z } from 'zod';
import { upcomingChargeKinds, noticeChannels, reminderKinds } from '../../domain/catalog/brand-data/index.ts';

const by = z.array(z.enum(noticeChannels)).min(1).refine(isSet, 'names a way twice');
const hour = z.int().min(0).max(23);
const reminder = z.strictObject({ day: z.int().min(0).max(120), by });
const upcoming = z.strictObject({
  days: z.int().min(1).max(60),
  by,
  /** Only for terms of at least so many months; every term when it is not said. */
  fromMonths: z.int().min(1).max(36).default(1),
});

/** The most retries of a schedule: Cielo's own scheduler makes four, and every scheme allows four. */
export const maxRetries = 4;

/**
 * `dunning.json`: retries and reminders after a failed charge of a subscription, and notices before a charge; a brand's
 * own file lies over the base's. `null` removes a reminder of the base.
 */
export const dunningJson = z
  .strictObject({
    retryDays: z
      .array(z.int().min(1).max(29))
      .max(maxRetries)
      .refine(
        (days) => days.every((day, index) => day > (days[index - 1] ?? 0)),
        'is not in order, or has a day twice',
      ),
    retryHour: hour,
    graceDays: z.int().min(0).max(60),
    suspendDay: z.int().min(1).max(90),
    cancelDay: z.int().min(2).max(120),
    smsHours: z
      .strictObject({ from: hour, to: z.int().min(1).max(24) })
      .refine(({ from, to }) => from < to, 'ends before it begins'),
    reminders: z.partialRecord(z.enum(reminderKinds), reminder),
    beforeFirstCharge: z.partialRecord(z.enum(upcomingChargeKinds), upcoming),
    beforeRenewal: z.partialRecord(z.enum(upcomingChargeKinds), upcoming),
  })
  .refine(({ graceDays, suspendDay }) => graceDays < suspendDay, {
    path: ['suspendDay'],
    message: 'lies in the days of grace',
  })
  .refine(({ suspendDay, cancelDay }) => suspendDay < cancelDay, {
    path: ['cancelDay'],
    message: 'is not after suspendDay',
  })
  .refine(({ retryDays, cancelDay }) => retryDays.every((day) => day < cancelDay), {
    path: ['retryDays'],
    message: 'has a day after the subscription has ended',
  })
  .superRefine((all, issue) => {
    for (const kind of reminderKinds) {
      const day = all.reminders[kind]?.day;
      const [from, to] = spanOf(kind, all);
      if (day !== undefined && (day < from || day > to))
        issue.addIssue({
          code: 'custom',
          path: ['reminders', kind, 'day'],
          message: `is not between ${from} and ${to}`,
        });
    }
  });

/** Each reminder has its time: none promises access that is closed, and none announces an end that has passed. */
function spanOf(
  kind: (typeof reminderKinds)[number],
  { graceDays, suspendDay, cancelDay }: { graceDays: number; suspendDay: number; cancelDay: number },
): readonly [number, number] {
  if (kind === 'failed') return [0, graceDays];
  if (kind === 'again' || kind === 'last-days') return [1, graceDays];
  if (kind === 'suspended') return [suspendDay, suspendDay];
  return [suspendDay + 1, cancelDay - 1];
}

function isSet(list: readonly string[]): boolean {
  return new Set(list).size === list.length;
}
