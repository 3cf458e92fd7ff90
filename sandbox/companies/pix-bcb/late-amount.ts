import { effectiveDueDay } from '#src/kernel/time/due-day.ts';
import { daysBetween, requireLocalDate } from '#src/kernel/time/local-date.ts';

/** Late terms: hundredths of a percent, a fine once and interest a month. */
export interface LateFeeTerms {
  readonly fine: number;
  readonly monthlyInterest: number;
}

export interface LateParts {
  readonly fine: number;
  readonly interest: number;
}

/**
 * Fine and interest on a day, minor units, by the sandbox's own arithmetic: zero until the due date, or the next
 * business day after it; then days count from the due date itself.
 */
export function lateParts(amount: number, late: LateFeeTerms | undefined, dueDate: string, today: string): LateParts {
  const due = requireLocalDate(dueDate);
  const day = requireLocalDate(today);
  if (!late || day <= effectiveDueDay(due)) return { fine: 0, interest: 0 };
  return {
    fine: Math.floor((amount * late.fine + 5_000) / 10_000),
    interest: Math.floor((amount * late.monthlyInterest * daysBetween(due, day) + 150_000) / 300_000),
  };
}

/** `2.00` as hundredths of a percent. */
export function hundredths(percent: string): number {
  return Number(percent.replace('.', ''));
}
