import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitPoints, pointsRange, valueOfPoints } from './points-value.ts';

const account = { points: 24_500, pointsPerUnit: 32, minimum: 1_000, step: 500 };

describe('what points are worth', () => {
  test.each([
    [1_000, 32, 3_125n],
    [24_500, 32, 76_562n],
    [1, 32, 3n],
    [0, 32, 0n],
  ])('%d at %d for one is %s', (points, rate, value) => {
    expect(valueOfPoints(points, rate)).toBe(value);
  });
});

describe('how many may be taken', () => {
  test('is what the member has, in whole steps', () => {
    expect(pointsRange(account, 114_000n)).toEqual({ min: 1_000, max: 24_500, step: 500 });
    expect(pointsRange({ ...account, points: 24_499 }, 114_000n)?.max).toBe(24_000);
  });

  test('is never worth more than the price', () => {
    expect(pointsRange({ ...account, points: 900_000 }, 114_000n)?.max).toBe(36_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), fc.bigInt({ min: 0n, max: 10_000_000n }), (points, price) => {
        const range = pointsRange({ ...account, points }, price);
        const most = range?.max ?? 0;
        expect(valueOfPoints(most, 32)).toBeLessThanOrEqual(price);
        expect(most).toBeLessThanOrEqual(points);
      }),
    );
  });

  test('is nothing below the fewest', () => {
    expect(pointsRange({ ...account, points: 999 }, 114_000n)).toBeNull();
    expect(pointsRange(account, 3_000n)).toBeNull();
  });

  test.each([
    [0, 1_000],
    [1_749, 1_500],
    [1_750, 2_000],
    [1e9, 24_500],
    [Number.NaN, 1_000],
    [-5, 1_000],
  ])('%d becomes %d', (wanted, fitted) => {
    expect(fitPoints(wanted, { min: 1_000, max: 24_500, step: 500 })).toBe(fitted);
  });
});
