import { addDays, addMonths, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '#src/domain/catalog/products/index.ts';

/** The days on which a plan is charged, in days of the market. */
export interface ChargeCalendar {
  /** Last day of the trial; null when the plan has none. */
  readonly freeUntil: LocalDate | null;
  /** Last day before the next charge. */
  readonly coveredUntil: LocalDate;
  /** Day of the next charge, which is the first one when nothing was paid yet. */
  readonly nextChargeOn: LocalDate;
}

/**
 * The calendar of a plan that starts on a day: the trial first, then the billing period, if it was paid. Months are counted
 * from one anchor, the first day or the first after free days, so that a short month does not shift later charges.
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

/** Months of a billing period by the name of the plan type; a `recurrency` has those of its plan. */
const monthsByType = { monthly: 1, semester: 6, yearly: 12 } as const;

/**
 * Whether a plan renews. The catalog says so by the plan's `renews`; where it is absent, a plan renews when its months are
 * those of its type. Tickets and courses that are sold once have others, or a lot (see
 * docs/decisions/0027-renewals-and-trials.md).
 */
export function planRenews({ planType, cycles, ticketLot, renews }: PlanKind): boolean {
  if (ticketLot) return false;
  return renews ?? (planType === 'recurrency' || monthsByType[planType] === cycles);
}

export type PlanKind = Pick<Plan, 'planType' | 'cycles' | 'ticketLot' | 'renews'>;
