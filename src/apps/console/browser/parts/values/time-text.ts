const second = 1_000;
/** What is so little ahead of the page’s time is now: the page’s clock ticks every 15 seconds, and lags by an answer’s way. */
const nearMs = 20 * second;
const steps = [
  { unit: 'minute', size: 60 * second, until: 60 * 60 * second },
  { unit: 'hour', size: 3_600 * second, until: 24 * 3_600 * second },
  { unit: 'day', size: 86_400 * second, until: 30 * 86_400 * second },
] as const;

/** Formatters by their options: to make one costs a hundred times its use. */
const dates = new Map<string, Intl.DateTimeFormat>();
const relatives = new Map<string, Intl.RelativeTimeFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = dates.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dates.set(key, known);
  return known;
}

function relativeFormat(locale: string, numeric: 'always' | 'auto' = 'always'): Intl.RelativeTimeFormat {
  const key = `${locale} ${numeric}`;
  const known = relatives.get(key) ?? new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric });
  relatives.set(key, known);
  return known;
}

/** `agora`, `há 3 min`, `em 2 h`; beyond 30 days, the day itself. Both in milliseconds since the epoch. */
export function relativeText(at: number, now: number, locale: string, timeZone: string): string {
  const ahead = at - now;
  const apart = ahead > 0 && ahead <= nearMs ? 0 : ahead;
  const size = Math.abs(apart);
  if (size < 60 * second) return relative(locale, apart / second, 'second');
  const step = steps.find(({ until }) => size < until);
  return step ? relative(locale, apart / step.size, step.unit) : dayText(at, now, locale, timeZone);
}

/** Without the full stop of an abbreviation, which would stand in the middle of a row. */
function relative(locale: string, amount: number, unit: Intl.RelativeTimeFormatUnit): string {
  const whole = Math.trunc(amount);
  return relativeFormat(locale, whole === 0 ? 'auto' : 'always')
    .format(whole, unit)
    .replace(/\.$/, '');
}

/** `27 nov.`; with the year when it is another one. */
export function dayText(at: number, now: number, locale: string, timeZone: string): string {
  const year = dateFormat('en-CA', { timeZone, year: 'numeric' });
  const isThisYear = year.format(at) === year.format(now);
  return dateFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(at);
}

/** The whole instant: `27 de nov. de 2026, 14:03:22 BRT`, and beside it in the reader's own zone when that differs. */
export function instantText(at: number, locale: string, timeZone: string, ownZone: string): string {
  const market = wholeText(at, locale, timeZone);
  const own = wholeText(at, locale, ownZone);
  const isSame = withoutZone(at, timeZone) === withoutZone(at, ownZone);
  return isSame ? market : `${market} · ${own}`;
}

function wholeText(at: number, locale: string, timeZone: string): string {
  return dateFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(at);
}

function withoutZone(at: number, timeZone: string): string {
  return dateFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
}

/** `14:03`, of an instant in a zone. */
export function clockText(at: number, locale: string, timeZone: string): string {
  return dateFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}

/** `27/11`, of an instant in a zone. */
export function shortDayText(at: number, locale: string, timeZone: string): string {
  return dateFormat(locale, { timeZone, day: '2-digit', month: '2-digit' }).format(at);
}

/** `27 de nov. de 2026`, of a day of a calendar (`YYYY-MM-DD`). */
export function dateText(day: string, locale: string): string {
  return dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}

/** `27 de nov.`, of a day of a calendar (`YYYY-MM-DD`); with its year, as `dateText`, when `now` is in another. */
export function nearDateText(day: string, now: Date, locale: string): string {
  if (day.slice(0, 4) !== now.toISOString().slice(0, 4)) return dateText(day, locale);
  return dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(Date.parse(`${day}T00:00:00Z`));
}

/** `3 min`, of a number of seconds: the largest unit that fits. */
export function durationText(seconds: number, locale: string): string {
  const [unit, size] = (
    [
      ['day', 86_400],
      ['hour', 3_600],
      ['minute', 60],
      ['second', 1],
    ] as const
  ).find(([, length]) => seconds >= length) ?? ['second', 1];
  // Spanish shortens days to `dd.`.
  const unitDisplay = unit === 'day' ? 'long' : 'short';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(Math.floor(seconds / size));
}
