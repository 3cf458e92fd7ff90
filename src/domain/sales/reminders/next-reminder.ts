import type { Country } from '#src/kernel/locale/locale.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { formatInstant, marketDate, marketZone, startOfLocalDate } from '#src/kernel/time/zones.ts';
import type { ReminderSchedule, ReminderStep } from '../../catalog/brand-data/index.ts';

/** A reminder and the earliest instant at which it may be sent. */
export interface PlannedReminder {
  readonly step: number;
  readonly channel: ReminderStep['by'];
  readonly at: Date;
}

/**
 * The next reminder of a buyer whose last request was at `beganAt`, at or after step `from`. Of several whose time has passed
 * (no worker ran for a while) only the last is sent. Null: there is none left.
 */
export function nextReminder(
  { steps, smsHours }: ReminderSchedule,
  beganAt: Date,
  from: number,
  now: Date,
  market: Country,
): PlannedReminder | null {
  const due = steps.map(({ afterMinutes }) => new Date(beganAt.getTime() + afterMinutes * 60_000));
  const passed = due.findLastIndex((at) => at <= now);
  const step = Math.max(from, passed);
  const chosen = steps[step];
  const at = due[step];
  if (!chosen || !at) return null;
  const earliest = at > now ? at : now;
  return {
    step,
    channel: chosen.by,
    at: chosen.by === 'sms' ? withinHours(earliest, smsHours, market) : at,
  };
}

/** The instant itself, or the next one at which the market's day has come to the first of the hours. */
function withinHours(instant: Date, { from, to }: ReminderSchedule['smsHours'], market: Country): Date {
  const zone = marketZone(market);
  const hour = Number(formatInstant(instant, zone).slice(11, 13));
  if (hour >= from && hour < to) return instant;
  const today = marketDate(instant, market);
  const day = hour < from ? today : addDays(today, 1);
  return new Date(startOfLocalDate(day, zone).getTime() + from * 3_600_000);
}
