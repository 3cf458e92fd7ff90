import type { Country } from '#src/kernel/locale/locale.ts';
import { addDays, addMonths, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketZone, startOfLocalDate } from '#src/kernel/time/zones.ts';
import type { Subscription, SubscriptionInstrument, BillingPeriod } from '../subscription.types.ts';

/** A term, in days of the market, and its place on the calendar of its subscription. */
export interface PeriodDates {
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  /** Months from the anchor to its first day. */
  readonly anchorMonths: number;
}

/** The term of so many months that begins so many months after the anchor. Both ends are counted from it. */
export function periodDatesAt(anchor: LocalDate, anchorMonths: number, periodMonths: number): PeriodDates {
  return {
    periodStart: addMonths(anchor, anchorMonths),
    periodEnd: addDays(addMonths(anchor, anchorMonths + periodMonths), -1),
    anchorMonths,
  };
}

/** A term that is paid for, the day from which it and all later ones are counted, and the one after it. */
export interface PaidPeriod {
  readonly anchor: LocalDate;
  readonly term: PeriodDates;
  readonly next: PeriodDates;
}

/**
 * The term that is paid for by a payment today: the one after the one that is paid for, whenever the money comes. Who had
 * no access meanwhile gets a whole one from today; who had it pays for the days since the term began. `paidMonths`: how long
 * it is; `periodMonths`: how long the next one is.
 */
export function periodPaidOn(
  { state, anchor: known }: Pick<Subscription, 'state' | 'anchor'>,
  { periodStart, anchorMonths }: Pick<BillingPeriod, 'periodStart' | 'anchorMonths'>,
  { paidMonths, periodMonths = paidMonths }: { readonly paidMonths: number; readonly periodMonths?: number },
  today: LocalDate,
): PaidPeriod {
  const isFromToday = (state === 'suspended' || state === 'paused') && periodStart < today;
  const anchor = isFromToday ? today : known;
  const term = periodDatesAt(anchor, isFromToday ? 0 : anchorMonths, paidMonths);
  return { anchor, term, next: periodDatesAt(anchor, term.anchorMonths + paidMonths, periodMonths) };
}

/**
 * So many days before a term begins its money is asked for: a bill needs time to be read and paid (a slip is credited up to
 * three business days later), a consent's charge is sent ahead (the gateway's own rules say on which of these days), and
 * a kept means is charged on the day itself, never before.
 */
const leadDays: Readonly<Record<SubscriptionInstrument['kind'], number>> = { invoice: 7, mandate: 10, profile: 0 };

/** When a worker first looks at a term: the first instant of that day in the market. */
export function firstCheckAt(dueOn: LocalDate, instrument: SubscriptionInstrument['kind'], market: Country): Date {
  return startOfLocalDate(addDays(dueOn, -leadDays[instrument]), marketZone(market));
}
