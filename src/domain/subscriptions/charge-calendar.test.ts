import { describe, expect, test } from 'vitest';
import { chargeCalendar } from './charge-calendar.ts';

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

  test('free months come on top of a term that was paid', () => {
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
