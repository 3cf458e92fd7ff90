import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earnedPoints, roundToStep, pointsToCover, pointsRange, splitPrice, valueOfPoints } from './points-value.ts';

const account = { points: 24_500, pointsPerUnit: 32, minimum: 1_000, step: 500 };

describe('the value of points', () => {
  test.each([
    [1_000, 32, 3_125n],
    [24_500, 32, 76_562n],
    [1, 32, 3n],
    [0, 32, 0n],
  ])('%d at %d for one is %s', (points, rate, value) => {
    expect(valueOfPoints(points, rate)).toBe(value);
  });
});

describe('the range of points for a price', () => {
  test('reaches to what the member has, in whole steps', () => {
    expect(pointsRange(account, 114_000n)).toEqual({ min: 1_000, max: 24_500, step: 500, whole: null });
    expect(pointsRange({ ...account, points: 24_499 }, 114_000n)?.max).toBe(24_000);
  });

  test('is never worth more than the price', () => {
    expect(pointsRange({ ...account, points: 900_000 }, 114_000n)?.max).toBe(36_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), fc.bigInt({ min: 0n, max: 10_000_000n }), (points, price) => {
        const range = pointsRange({ ...account, points }, price);
        if (range === null) return;
        expect(range.whole ?? range.max).toBeLessThanOrEqual(points);
        for (const one of [range.min, range.max, range.whole ?? range.max]) {
          const rest = splitPrice(price, one, 32)?.inMoney;
          expect(rest === 0n || (rest !== undefined && rest >= 100n)).toBe(true);
          expect(roundToStep(one, range)).toBe(one);
        }
      }),
    );
  });

  test('is empty below the programme’s minimum', () => {
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
    expect(roundToStep(wanted, { min: 1_000, max: 24_500, step: 500, whole: null })).toBe(fitted);
  });

  test('ends with the whole price, where the member has so much', () => {
    const rich = pointsRange({ ...account, points: 900_000 }, 114_000n);
    expect(rich).toEqual({ min: 1_000, max: 36_000, step: 500, whole: 36_480 });
    expect([36_239, 36_240, 36_480, 99_999].map((points) => rich && roundToStep(points, rich))).toEqual([
      36_000, 36_480, 36_480, 36_480,
    ]);
    expect(pointsRange({ ...account, points: 36_480 }, 114_000n)?.whole).toBe(36_480);
    expect(pointsRange({ ...account, points: 36_479 }, 114_000n)?.whole).toBeNull();
  });

  test('may be the whole price alone, where a part would leave a few cents', () => {
    expect(pointsRange(account, 3_126n)).toEqual({ min: 1_001, max: 1_001, step: 500, whole: 1_001 });
    expect(splitPrice(3_126n, 1_001, 32)).toEqual({ inPoints: 3_126n, inMoney: 0n });
    expect(splitPrice(3_126n, 1_002, 32)).toBeNull();
  });
});

describe('a price in two parts', () => {
  test.each([
    [114_000n, 10_000, 40, { inPoints: 25_000n, inMoney: 89_000n }],
    [114_000n, 45_600, 40, { inPoints: 114_000n, inMoney: 0n }],
    [114_000n, 45_601, 40, null],
  ])('%s by %d at %d', (price, points, rate, split) => expect(splitPrice(price, points, rate)).toEqual(split));

  test('always comes to the price', () => {
    const some = fc.record({
      price: fc.bigInt({ min: 0n, max: 10_000_000n }),
      points: fc.integer({ min: 0, max: 2_000_000 }),
      rate: fc.integer({ min: 1, max: 1_000 }),
    });
    fc.assert(
      fc.property(some, ({ price, points, rate }) => {
        const split = splitPrice(price, points, rate);
        if (split === null) return valueOfPoints(points, rate) > price && points !== pointsToCover(price, rate);
        return split.inPoints + split.inMoney === price && split.inMoney >= 0n;
      }),
    );
  });
});

test.each([
  [114_000n, false, 2_280],
  [114_099n, false, 2_280],
  [99n, false, 0],
  [114_000n, true, 0],
])('%s with a voucher %s earns %d', (price, hasVoucher, points) => {
  expect(earnedPoints(price, { pointsPerUnit: 2, creditDays: 30 }, hasVoucher)).toBe(points);
});
