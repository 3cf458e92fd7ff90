import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dateParts } from '#src/kernel/time/local-date.ts';
import { chargeCalendar, chargeDay, chargeIntervals } from './charge-calendar.ts';

const year = { trial: null, cycles: 12 };

describe('the calendar of a plan', () => {
  test('a year that was paid is charged again on the same day', () => {
    expect(chargeCalendar(year, '2026-11-20', true)).toEqual({
      freeUntil: null,
      coveredUntil: '2027-11-19',
      nextChargeOn: '2027-11-20',
    });
  });

  test('free days come before the first charge', () => {
    const trial = { unit: 'day', count: 7 } as const;
    expect(chargeCalendar({ ...year, trial }, '2026-11-20', false)).toEqual({
      freeUntil: '2026-11-26',
      coveredUntil: '2026-11-26',
      nextChargeOn: '2026-11-27',
    });
  });

  test('free months come on top of a paid billing period', () => {
    const trial = { unit: 'month', count: 3 } as const;
    expect(chargeCalendar({ ...year, trial }, '2026-11-30', true)).toEqual({
      freeUntil: '2027-02-27',
      coveredUntil: '2028-02-28',
      nextChargeOn: '2028-02-29',
    });
  });

  test('a month from the last of a long one ends with the short one', () => {
    expect(chargeCalendar({ trial: null, cycles: 1 }, '2026-01-31', true).nextChargeOn).toBe('2026-02-28');
  });
});

describe('the day of a recurring charge', () => {
  test.each([
    ['2026-01-31', 'monthly', 1, '2026-02-28'],
    ['2026-01-31', 'monthly', 2, '2026-03-31'],
    ['2026-01-31', 'quarterly', 1, '2026-04-30'],
    ['2026-08-31', 'half-yearly', 1, '2027-02-28'],
    ['2024-02-29', 'yearly', 1, '2025-02-28'],
    ['2024-02-29', 'yearly', 4, '2028-02-29'],
    ['2026-12-28', 'weekly', 1, '2027-01-04'],
  ] as const)('from %s, %s, number %d is %s', (anchor, period, n, day) => {
    expect(chargeDay(anchor, period, n)).toBe(day);
  });

  test('comes later each time, and never past its day of the month', () => {
    const anyDay = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('2020-01-01', days));
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...chargeIntervals), fc.integer({ min: 0, max: 60 }), (anchor, period, n) => {
        const day = chargeDay(anchor, period, n);
        expect(chargeDay(anchor, period, n + 1) > day).toBe(true);
        expect(period === 'weekly' || dateParts(day).day <= dateParts(anchor).day).toBe(true);
      }),
    );
  });
});
