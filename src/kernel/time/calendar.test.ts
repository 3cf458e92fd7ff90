import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addBusinessDays,
  brazilianBankHolidays,
  easterSunday,
  isBrazilianBusinessDay,
  nextBrazilianBusinessDay,
} from './business-days.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  formatLocalDate,
  isLocalDate,
  localDate,
  localDateOf,
  parseWrittenDate,
  requireLocalDate,
  weekday,
} from './local-date.ts';
import { endOfLocalDate, formatInstant, marketDate, startOfLocalDate } from './zones.ts';

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1997-10-07', days));

describe('days', () => {
  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-01', '20260101', '', '2026-11-20T00:00', 'abcd-ef-gh'])(
    '%j is no day',
    (text) => {
      expect(isLocalDate(text)).toBe(false);
      expect(() => requireLocalDate(text)).toThrow(RangeError);
    },
  );

  test('what a day is, is what the platform can write again', () => {
    const part = (most: number, width: number) =>
      fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(width, '0'));
    fc.assert(
      fc.property(part(9999, 4), part(14, 2), part(33, 2), (year, month, day) => {
        const text = `${year}-${month}-${day}`;
        const date = new Date(`${text}T00:00:00Z`);
        const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
        expect(isLocalDate(text)).toBe(isReal);
      }),
      { numRuns: 2_000 },
    );
    for (const year of ['1900', '2000', '2023', '2024', '2100'])
      expect(isLocalDate(`${year}-02-29`)).toBe(year === '2000' || year === '2024');
  });

  test('counts over month ends and leap years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('1997-10-07', '2025-02-21')).toBe(9999);
    expect(weekday('2026-11-20')).toBe(5);
    expect(() => localDate(2026, 2, 30)).toThrow(RangeError);
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-11-20', 0, '2026-11-20'],
  ] as const)('%s and %d months are %s', (day, months, then) => {
    expect(addMonths(day, months)).toBe(then);
  });

  test('months from an anchor never leave its day for good', () => {
    expect([1, 2, 3].map((count) => addMonths('2026-01-31', count))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  test('adding and counting agree', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -5000, max: 5000 }),
        (day, count) => daysBetween(day, addDays(day, count)) === count,
      ),
    );
  });

  test('is written dd/mm/yyyy and read back', () => {
    expect(formatLocalDate('2026-11-20')).toBe('20/11/2026');
    fc.assert(fc.property(anyDay, (day) => parseWrittenDate(formatLocalDate(day)) === day));
    expect(parseWrittenDate('31/02/2026')).toBeNull();
    expect(parseWrittenDate('2026-11-20')).toBeNull();
  });
});

describe('zones', () => {
  test('one instant is another day elsewhere', () => {
    const instant = new Date('2026-11-21T02:30:00Z');
    expect(marketDate(instant, 'BR')).toBe('2026-11-20');
    expect(marketDate(instant, 'PE')).toBe('2026-11-20');
    expect(marketDate(instant, 'MZ')).toBe('2026-11-21');
    expect(localDateOf(instant, 'UTC')).toBe('2026-11-21');
    expect(formatInstant(instant, 'America/Sao_Paulo')).toBe('20/11/2026 23:30');
    expect(formatInstant(new Date('2026-11-20T03:05:00Z'), 'America/Sao_Paulo')).toBe('20/11/2026 00:05');
  });

  test('a day ends a millisecond before the next begins', () => {
    expect(startOfLocalDate('2026-11-20', 'America/Sao_Paulo')).toEqual(new Date('2026-11-20T03:00:00Z'));
    expect(endOfLocalDate('2026-11-20', 'America/Sao_Paulo')).toEqual(new Date('2026-11-21T02:59:59.999Z'));
    expect(startOfLocalDate('2026-11-20', 'Africa/Maputo')).toEqual(new Date('2026-11-19T22:00:00Z'));
    expect(startOfLocalDate('2018-11-04', 'America/Sao_Paulo')).toEqual(new Date('2018-11-04T03:00:00Z'));
  });
});

describe('business days in Brazil', () => {
  test.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [1818, '1818-03-22'],
  ])('Easter of %i is %s', (year, day) => {
    expect(easterSunday(year)).toBe(day);
  });

  test('the bank holidays of 2026', () => {
    expect([...brazilianBankHolidays(2026)].toSorted()).toEqual([
      '2026-01-01',
      '2026-02-16',
      '2026-02-17',
      '2026-04-03',
      '2026-04-21',
      '2026-05-01',
      '2026-06-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-02',
      '2026-11-15',
      '2026-11-20',
      '2026-12-25',
    ]);
    expect(brazilianBankHolidays(2023).has('2023-11-20')).toBe(false);
  });

  test('counts past weekends and holidays', () => {
    expect(addBusinessDays('2026-11-19', 3)).toBe('2026-11-25');
    expect(addBusinessDays('2026-12-23', 3)).toBe('2026-12-29');
    expect(addBusinessDays('2026-11-21', 0)).toBe('2026-11-23');
    expect(nextBrazilianBusinessDay('2026-02-14')).toBe('2026-02-18');
    expect(() => addBusinessDays('2026-11-19', -1)).toThrow(RangeError);
  });

  test('always lands on a business day with exactly that many in between', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 30 }), (day, count) => {
        const end = addBusinessDays(day, count);
        expect(isBrazilianBusinessDay(end)).toBe(true);
        let seen = 0;
        for (let at = addDays(day, 1); at <= end; at = addDays(at, 1)) seen += isBrazilianBusinessDay(at) ? 1 : 0;
        expect(seen).toBe(count);
      }),
      { numRuns: 40 },
    );
  });
});
