import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import type { DunningSchedule, NoticeChannel, Reminder, ReminderKind } from '../../catalog/brand-data/index.ts';
import { instantOf } from './next-retry.ts';

/** A failed charge that is being followed. */
export interface DunningCase {
  /** The day, in the market, of the first failure. */
  readonly startedOn: LocalDate;
  /** The day on which access was closed; null while it is open. */
  readonly suspendedOn: LocalDate | null;
  /** What was told, or left out for ever. */
  readonly isDone: (kind: ReminderKind, channel: NoticeChannel) => boolean;
}

export interface Notice {
  readonly kind: ReminderKind;
  readonly channel: NoticeChannel;
}

/** What is to be done now, and when to look again. */
export interface DunningActions {
  readonly suspend: boolean;
  readonly cancel: boolean;
  /** At most one of each channel: the newest that is due. */
  readonly notify: readonly Notice[];
  /** Were due earlier, and nobody was told: their time is over. */
  readonly skip: readonly Notice[];
  /** The next instant at which anything may be due; null when the case is over. */
  readonly nextCheckAt: Date | null;
}

/** The days of a case. Access that was closed late gives later days to all that follows: nobody has less time for our delay. */
export interface DunningDays {
  /** The last day of access that is promised. */
  readonly graceUntil: LocalDate;
  readonly suspendOn: LocalDate;
  readonly cancelOn: LocalDate;
}

export function dunningDays(
  { graceDays, suspendDay, cancelDay }: Pick<DunningSchedule, 'graceDays' | 'suspendDay' | 'cancelDay'>,
  { startedOn, suspendedOn }: Pick<DunningCase, 'startedOn' | 'suspendedOn'>,
): DunningDays {
  const suspendOn = suspendedOn ?? addDays(startedOn, suspendDay);
  return {
    graceUntil: addDays(startedOn, graceDays),
    suspendOn,
    cancelOn: addDays(suspendOn, cancelDay - suspendDay),
  };
}

/**
 * What a schedule wants of a case at an instant. One move of the subscription at a time: whoever was not suspended is
 * not canceled, however long nobody looked. Doing what it says and asking again at once asks for nothing more, save for
 * what the move itself makes due.
 */
export function decideDunningActions(
  schedule: DunningSchedule,
  one: DunningCase,
  now: Date,
  timeZone: string,
): DunningActions {
  const today = localDateOf(now, timeZone);
  const days = dunningDays(schedule, one);
  const isSuspended = one.suspendedOn !== null;
  if (isSuspended && today >= days.cancelOn)
    return { suspend: false, cancel: true, notify: [], skip: openNotices(schedule, one), nextCheckAt: null };
  if (!isSuspended && today >= days.suspendOn)
    return { suspend: true, cancel: false, notify: [], skip: [], nextCheckAt: now };

  const moment = { today, hour: hourOf(now, today, timeZone), isSuspended };
  const open = openNotices(schedule, one);
  const outdated = open.filter((notice) => isOver(notice, moment));
  const due = open.filter((notice) => !outdated.includes(notice) && isDue(notice, schedule, one, moment));
  const notify = due.filter(({ channel }, index) => due.findLastIndex((other) => other.channel === channel) === index);
  const skip = [...outdated, ...due.filter((notice) => !notify.includes(notice))];
  const notYetDue = open.filter((notice) => !notify.includes(notice) && !skip.includes(notice));
  const next = [
    instantOf(isSuspended ? days.cancelOn : days.suspendOn, 0, timeZone),
    ...notYetDue.map((notice) => momentOf(notice, schedule, one, now, timeZone)),
  ];
  return {
    suspend: false,
    cancel: false,
    notify: notify.map(plain),
    skip: skip.map(plain),
    nextCheckAt: new Date(Math.min(...next.map((at) => at.getTime()))),
  };
}

interface OpenNotice extends Notice {
  readonly day: number;
}

interface Moment {
  readonly today: LocalDate;
  readonly hour: number;
  readonly isSuspended: boolean;
}

const suspendedKinds: ReadonlySet<ReminderKind> = new Set(['suspended', 'still-time', 'ends-soon']);

function openNotices({ reminders }: DunningSchedule, { isDone }: DunningCase): OpenNotice[] {
  return reminders
    .flatMap(({ kind, day, by }: Reminder) => by.map((channel) => ({ kind, channel, day })))
    .filter(({ kind, channel }) => !isDone(kind, channel));
}

/** The day of a notice; those of closed access are counted from the day on which it was closed. */
function dayOf({ kind, day }: OpenNotice, { suspendDay }: DunningSchedule, one: DunningCase): LocalDate {
  return suspendedKinds.has(kind) && one.suspendedOn !== null
    ? addDays(one.suspendedOn, day - suspendDay)
    : addDays(one.startedOn, day);
}

/** Access is closed: nothing is said any more of what would happen before. */
function isOver({ kind }: OpenNotice, { isSuspended }: Moment): boolean {
  return isSuspended && !suspendedKinds.has(kind);
}

function isDue(notice: OpenNotice, schedule: DunningSchedule, one: DunningCase, moment: Moment): boolean {
  if (suspendedKinds.has(notice.kind) && !moment.isSuspended) return false;
  if (dayOf(notice, schedule, one) > moment.today) return false;
  return notice.channel === 'email' || isSmsHour(schedule, moment.hour);
}

/** When a notice that is not due yet may be: its day, or for a phone the first hour in which one may be disturbed. */
function momentOf(notice: OpenNotice, schedule: DunningSchedule, one: DunningCase, now: Date, timeZone: string): Date {
  if (suspendedKinds.has(notice.kind) && one.suspendedOn === null) return instantOf('9999-12-31', 0, 'UTC');
  const day = dayOf(notice, schedule, one);
  const hour = notice.channel === 'sms' ? schedule.smsHours.from : 0;
  const first = instantOf(day, hour, timeZone);
  return first > now ? first : instantOf(addDays(localDateOf(now, timeZone), 1), hour, timeZone);
}

export function isSmsHour({ smsHours }: Pick<DunningSchedule, 'smsHours'>, hour: number): boolean {
  return hour >= smsHours.from && hour < smsHours.to;
}

/** Whole hours since the market's day began. */
export function hourOf(now: Date, today: LocalDate, timeZone: string): number {
  return Math.floor((now.getTime() - instantOf(today, 0, timeZone).getTime()) / 3_600_000);
}

function plain({ kind, channel }: OpenNotice): Notice {
  return { kind, channel };
}
