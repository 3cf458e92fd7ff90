/** A calendar day `YYYY-MM-DD` without time or zone, e.g. a due date; compares and sorts as text. */
export type LocalDate = `${number}-${number}-${number}`;

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;
const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** Whether the text is a real day of the calendar written `YYYY-MM-DD`. */
export function isLocalDate(text: string): text is LocalDate {
  const match = text.length === 10 ? pattern.exec(text) : null;
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // Calculated, not parsed and formatted by `Date`: every row with a date is read here.
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** Days of a month (1–12) by the Gregorian calendar. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** One formatter per zone: creating one costs a hundred times its use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in an IANA zone (`America/Sao_Paulo`). Throws a `RangeError` for an unknown zone. */
export function localDateOf(instant: Date, timeZone: string): LocalDate {
  const known = formatters.get(timeZone);
  const formatter = known ?? new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...digits });
  if (known === undefined) formatters.set(timeZone, formatter);
  const parts = formatter.formatToParts(instant);
  const part = (type: string): string => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return requireLocalDate(`${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`);
}

/** `days` later (or earlier when negative), in calendar days. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return fromDayNumber(toDayNumber(date) + days);
}

/** The same day of the month so many months later; where that month is too short, its last day. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const { year, month, day } = dateParts(date);
  const index = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1];
  const lastDay = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  return localDate(toYear, toMonth, Math.min(day, lastDay));
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return toDayNumber(to) - toDayNumber(from);
}

/** 0 = Sunday … 6 = Saturday. */
export function weekday(date: LocalDate): number {
  return new Date(toDayNumber(date) * dayMs).getUTCDay();
}

/** Builds a day from its numbers; throws a `RangeError` when the calendar has no such day. */
export function localDate(year: number, month: number, day: number): LocalDate {
  return requireLocalDate(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);
}

/** Year, month (1–12) and day as numbers. */
export function dateParts(date: LocalDate): { readonly year: number; readonly month: number; readonly day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Parses a day from our own data; throws a `RangeError` when it is none. */
export function requireLocalDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError(`Not a day: ${text.slice(0, 20)}`);
  return text;
}

/** `dd/mm/yyyy`, the written form of all three markets. */
export function formatLocalDate(date: LocalDate): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/** Reads `dd/mm/yyyy`; null when it is not a real day. */
export function parseWrittenDate(text: string): LocalDate | null {
  const match = text.length === 10 ? /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) : null;
  if (!match) return null;
  const date = `${match[3] ?? ''}-${match[2] ?? ''}-${match[1] ?? ''}`;
  return isLocalDate(date) ? date : null;
}

function toDayNumber(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

function fromDayNumber(days: number): LocalDate {
  return requireLocalDate(new Date(days * dayMs).toISOString().slice(0, 10));
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
