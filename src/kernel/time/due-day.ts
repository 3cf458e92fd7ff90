import { isBrazilianBusinessDay } from './business-days.ts';
import { addDays, type LocalDate } from './local-date.ts';

type IsBusinessDay = (day: LocalDate) => boolean;

/** Last day on which something due is still in time: a due date without banks moves to the next business day. */
export function effectiveDueDay(due: LocalDate, isBusinessDay: IsBusinessDay = isBrazilianBusinessDay): LocalDate {
  let day = due;
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

/**
 * Last day on which a charge with a due date can still be paid, so many calendar days after it. Both the due date and
 * the last day move to the next business day, and the days are counted from the moved due date (API Pix 2.9.0,
 * `CobDataDeVencimento`, examples A to G). Throws a `RangeError` for a negative number of days.
 */
export function lastPayableDay(
  due: LocalDate,
  daysAfterDue: number,
  isBusinessDay: IsBusinessDay = isBrazilianBusinessDay,
): LocalDate {
  if (!Number.isSafeInteger(daysAfterDue) || daysAfterDue < 0) throw new RangeError(`No days after: ${daysAfterDue}`);
  return effectiveDueDay(addDays(effectiveDueDay(due, isBusinessDay), daysAfterDue), isBusinessDay);
}
