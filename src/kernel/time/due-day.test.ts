import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBrazilianBusinessDay } from './business-days.ts';
import { effectiveDueDay, lastPayableDay } from './due-day.ts';
import { addDays } from './local-date.ts';

const anyDay = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('2020-01-01', days));

describe('a due date', () => {
  test('on a weekend or a bank holiday is met on the next day with banks', () => {
    expect(effectiveDueDay('2026-11-21')).toBe('2026-11-23');
    expect(effectiveDueDay('2026-12-25')).toBe('2026-12-28');
    expect(effectiveDueDay('2026-11-20')).toBe('2026-11-23');
    expect(effectiveDueDay('2026-11-24')).toBe('2026-11-24');
  });

  test('and the days after it are counted from where it moved to', () => {
    // Carnival of 2027: Monday 8 and Tuesday 9 February.
    expect(lastPayableDay('2027-02-06', 0)).toBe('2027-02-10');
    expect(lastPayableDay('2027-02-06', 3)).toBe('2027-02-15');
    expect(() => lastPayableDay('2027-02-06', -1)).toThrow(RangeError);
    expect(() => lastPayableDay('2027-02-06', 1.5)).toThrow(RangeError);
  });

  test('never ends before it began, and always on a day with banks', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 60 }), (due, days) => {
        const last = lastPayableDay(due, days);
        expect(isBrazilianBusinessDay(last)).toBe(true);
        expect(last >= addDays(due, days)).toBe(true);
        expect(lastPayableDay(due, days + 1) >= last).toBe(true);
        expect(last <= addDays(due, days + 14)).toBe(true);
      }),
    );
  });
});
