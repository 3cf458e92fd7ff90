import { markets } from '#src/kernel/locale/markets.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { addDays, localDateOf } from './local-date.ts';
import type { LocalDate } from './local-date.ts';

/** IANA zone of a market's calendar. */
export function marketZone(country: Country): string {
  return markets[country].timeZone;
}

/** The day of an instant in a market. */
export function marketDate(instant: Date, country: Country): LocalDate {
  return localDateOf(instant, marketZone(country));
}

/** Last millisecond (UTC) of a day in a zone: a due date is met until then. */
export function endOfLocalDate(date: LocalDate, timeZone: string): Date {
  return new Date(startOfLocalDate(addDays(date, 1), timeZone).getTime() - 1);
}

/** Start instants by zone and day; a few days are requested repeatedly. */
const starts = new Map<string, number>();
const maxStarts = 1_000;

/** First instant (UTC) of a day in a zone; a day whose midnight was skipped by a clock change starts when it starts. */
export function startOfLocalDate(date: LocalDate, timeZone: string): Date {
  const key = `${timeZone} ${date}`;
  const known = starts.get(key) ?? findStart(date, timeZone);
  if (starts.size >= maxStarts) starts.clear();
  starts.set(key, known);
  return new Date(known);
}

/** Found by bisection, in milliseconds UTC: zones only give the day of an instant. */
function findStart(date: LocalDate, timeZone: string): number {
  const utcMidnight = Date.parse(`${date}T00:00:00Z`);
  let from = utcMidnight - 15 * 3_600_000;
  let to = utcMidnight + 15 * 3_600_000;
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (localDateOf(new Date(middle), timeZone) < date) from = middle;
    else to = middle;
  }
  return to;
}

/** One formatter per zone: creating one costs a hundred times its use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** `dd/mm/yyyy hh:mm` of an instant in a zone, 24 hours. */
export function formatInstant(instant: Date, timeZone: string): string {
  const parts = formatterOf(timeZone).formatToParts(instant);
  const part = (type: string): string => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}`;
}
