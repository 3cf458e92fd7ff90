import { addDays, addMonths, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '#src/domain/catalog/products/index.ts';

/** When a plan's money is due, in days of the market. */
export interface ChargeCalendar {
  /** Last day of the free time; null when the plan has none. */
  readonly freeUntil: LocalDate | null;
  /** Last day before the next charge. */
  readonly coveredUntil: LocalDate;
  /** Day of the next charge, which is the first one when nothing was paid yet. */
  readonly nextChargeOn: LocalDate;
}

/**
 * The calendar of a plan that starts on a day: free time first, then the term, if it was paid for. Months are counted
 * from one anchor, the first day or the first after free days, so that a short month moves nothing for good.
 */
export function chargeCalendar(
  { trial, cycles }: Pick<Plan, 'trial' | 'cycles'>,
  startsOn: LocalDate,
  isPaid: boolean,
): ChargeCalendar {
  const anchor = trial?.unit === 'day' ? addDays(startsOn, trial.count) : startsOn;
  const freeMonths = trial?.unit === 'month' ? trial.count : 0;
  const nextChargeOn = addMonths(anchor, freeMonths + (isPaid ? cycles : 0));
  return {
    freeUntil: trial === null ? null : addDays(addMonths(anchor, freeMonths), -1),
    coveredUntil: addDays(nextChargeOn, -1),
    nextChargeOn,
  };
}

/** How often a recurring charge comes. */
export const chargeIntervals = ['weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const;
export type ChargeInterval = (typeof chargeIntervals)[number];

const monthsOf = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 } as const;

/** The day of the n-th charge after the anchor: always counted from it, and clamped to the end of a short month. */
export function chargeDay(anchor: LocalDate, period: ChargeInterval, n: number): LocalDate {
  return period === 'weekly' ? addDays(anchor, 7 * n) : addMonths(anchor, monthsOf[period] * n);
}
