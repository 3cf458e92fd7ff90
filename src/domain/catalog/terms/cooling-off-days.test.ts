import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastCoolingOffDay, isInCoolingOff } from './cooling-off-days.ts';

const contract = new Date('2026-11-20T10:00:00-03:00');

describe('the cooling-off', () => {
  test.each([
    ['2026-11-20T10:00:00-03:00', true],
    ['2026-11-27T23:59:59-03:00', true],
    ['2026-11-28T00:00:00-03:00', false],
    // Already the 28th in UTC, still the 27th in the buyer's country.
    ['2026-11-28T02:59:59Z', true],
    ['2026-11-19T10:00:00-03:00', false],
  ])('asked for at %s: %s', (asked, inTime) => {
    expect(isInCoolingOff(contract, new Date(asked), 'BR')).toBe(inTime);
  });

  test('is a right of Brazil', () => {
    expect(lastCoolingOffDay(contract, 'BR')).toBe('2026-11-27');
    expect(lastCoolingOffDay(contract, 'PE')).toBeNull();
    expect(isInCoolingOff(contract, contract, 'MZ')).toBe(false);
  });

  test('never ends earlier for asking earlier', () => {
    const hours = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(hours, hours, (one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        const at = (hour: number): boolean =>
          isInCoolingOff(contract, new Date(contract.getTime() + hour * 3_600_000), 'BR');
        expect(at(early) || !at(late)).toBe(true);
      }),
    );
  });
});
