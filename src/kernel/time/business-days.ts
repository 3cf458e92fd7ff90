import { addDays, localDate, weekday } from './local-date.ts';
import type { LocalDate } from './local-date.ts';

/** Easter Sunday of a Gregorian year (the algorithm known as Meeus/Jones/Butcher). */
export function easterSunday(year: number): LocalDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return localDate(year, Math.floor(days / 31), (days % 31) + 1);
}

const fixed = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
const consciousnessDayFrom = 2024;

/**
 * Days on which banks in Brazil do not settle: national holidays (Lei 662/1949, 6.802/1980 and, since 2024, 20 November
 * by Lei 14.759/2023) and, by Resolução CMN 4.880/2020, Carnival Monday and Tuesday, Good Friday and Corpus Christi.
 */
export function brazilianBankHolidays(year: number): ReadonlySet<LocalDate> {
  const easter = easterSunday(year);
  const days = new Set([-48, -47, -2, 60].map((offset) => addDays(easter, offset)));
  for (const day of fixed) days.add(localDate(year, Number(day.slice(0, 2)), Number(day.slice(3))));
  if (year >= consciousnessDayFrom) days.add(localDate(year, 11, 20));
  return days;
}

/** Neither Saturday, Sunday nor a bank holiday in Brazil. */
export function isBrazilianBusinessDay(date: LocalDate): boolean {
  const day = weekday(date);
  return day !== 0 && day !== 6 && !brazilianBankHolidays(Number(date.slice(0, 4))).has(date);
}

/** The day itself when it is a business day, else the next one that is. */
export function nextBrazilianBusinessDay(date: LocalDate): LocalDate {
  let day = date;
  while (!isBrazilianBusinessDay(day)) day = addDays(day, 1);
  return day;
}

/** The `count`-th business day in Brazil after `date`; `count` 0 moves a day off to the next business day. */
export function addBusinessDays(date: LocalDate, count: number): LocalDate {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`Cannot count ${count} business days`);
  let day = count === 0 ? nextBrazilianBusinessDay(date) : date;
  for (let left = count; left > 0; left -= 1) day = nextBrazilianBusinessDay(addDays(day, 1));
  return day;
}
