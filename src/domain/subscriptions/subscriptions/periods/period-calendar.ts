import type { Country } from '#src/kernel/locale/locale.ts';
import { addDays, addMonths, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketZone, startOfLocalDate } from '#src/kernel/time/zones.ts';
import type { Subscription, SubscriptionInstrument, BillingPeriod } from '../subscription.types.ts';

/** A billing period, in days of the market, and its position on the calendar of its subscription. */
export interface PeriodDates {
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  /** Months from the anchor to its first day. */
  readonly anchorMonths: number;
}

/** The billing period of `periodMonths` that begins `anchorMonths` after the anchor. Both ends are counted from the anchor. */
export function periodDatesAt(anchor: LocalDate, anchorMonths: number, periodMonths: number): PeriodDates {
  return {
    periodStart: addMonths(anchor, anchorMonths),
    periodEnd: addDays(addMonths(anchor, anchorMonths + periodMonths), -1),
    anchorMonths,
  };
}

/** A billing period that is paid for, the day from which it and all later ones are counted, and the one after it. */
export interface PaidPeriod {
  readonly anchor: LocalDate;
  readonly current: PeriodDates;
  readonly next: PeriodDates;
}

/**
 * The billing period that a payment today pays for: the one after the paid one, whenever the money comes. A buyer who had no
 * access meanwhile gets a whole period from today; one who had it pays for the days since the period began. `paidMonths`: its
 * length; `periodMonths`: the length of the next one.
 */
export function periodPaidOn(
  { state, anchor: known }: Pick<Subscription, 'state' | 'anchor'>,
  { periodStart, anchorMonths }: Pick<BillingPeriod, 'periodStart' | 'anchorMonths'>,
  { paidMonths, periodMonths = paidMonths }: { readonly paidMonths: number; readonly periodMonths?: number },
  today: LocalDate,
): PaidPeriod {
  const isFromToday = (state === 'suspended' || state === 'paused') && periodStart < today;
  const anchor = isFromToday ? today : known;
  const current = periodDatesAt(anchor, isFromToday ? 0 : anchorMonths, paidMonths);
  return { anchor, current, next: periodDatesAt(anchor, current.anchorMonths + paidMonths, periodMonths) };
}

/**
 * Days before a billing period on which its charge begins: an invoice needs time to be read and paid (a slip is credited up to
 * three business days later), a mandate's charge is sent ahead (the gateway's rules say on which of these days), and a payment
 * profile is charged on the day itself, never before.
 */
const leadDays: Readonly<Record<SubscriptionInstrument['kind'], number>> = { invoice: 7, mandate: 10, profile: 0 };

/** When a worker first charges a billing period: the first instant of that day in the market. */
export function firstCheckAt(dueOn: LocalDate, instrument: SubscriptionInstrument['kind'], market: Country): Date {
  return startOfLocalDate(addDays(dueOn, -leadDays[instrument]), marketZone(market));
}
