import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import type { DunningSchedule, NoticeChannel, Reminder, ReminderKind } from '../../catalog/brand-data/index.ts';
import { instantOf } from './next-retry.ts';

/** The dunning of one failed charge. */
export interface DunningCase {
  /** The day, in the market, of the first failure. */
  readonly startedOn: LocalDate;
  /** The day on which access was closed; null while it is open. */
  readonly suspendedOn: LocalDate | null;
  /** Whether a notice was sent, or skipped for ever. */
  readonly isDone: (kind: ReminderKind, channel: NoticeChannel) => boolean;
}

export interface Notice {
  readonly kind: ReminderKind;
  readonly channel: NoticeChannel;
}

/** The actions that are due now, and when to check again. */
export interface DunningActions {
  readonly suspend: boolean;
  readonly cancel: boolean;
  /** At most one of each channel: the newest that is due. */
  readonly notify: readonly Notice[];
  /** Notices that were due earlier and were not sent: their time is over. */
  readonly skip: readonly Notice[];
  /** The next instant at which an action may be due; null when the dunning is over. */
  readonly nextCheckAt: Date | null;
}

/** The days of a dunning. Where access was closed late, all later days move with it: a delay of ours shortens no buyer's time. */
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
 * The actions of a schedule at an instant. The subscription moves one state at a time: one that was not suspended is not
 * canceled, however long no worker ran. After the actions were done, a second call returns none, except for what the new
 * state makes due.
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

/** Whether a notice is out of date: access is closed, and the notice is about the time before. */
function isOver({ kind }: OpenNotice, { isSuspended }: Moment): boolean {
  return isSuspended && !suspendedKinds.has(kind);
}

function isDue(notice: OpenNotice, schedule: DunningSchedule, one: DunningCase, moment: Moment): boolean {
  if (suspendedKinds.has(notice.kind) && !moment.isSuspended) return false;
  if (dayOf(notice, schedule, one) > moment.today) return false;
  return notice.channel === 'email' || isSmsHour(schedule, moment.hour);
}

/** When a notice that is not due yet is due: its day, for a text message the first hour in which they may be sent. */
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
