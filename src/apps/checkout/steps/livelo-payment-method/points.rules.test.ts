import { describe, expect, test } from 'vitest';
import { checkPoints, readPoints } from './points.rules.ts';

const range = { min: 1_000, max: 24_500, step: 500, whole: null };

test.each([
  ['12500', 12_500],
  ['12.500', 12_500],
  ['12,500', 12_500],
  [' 12 500 ', 12_500],
  ['', null],
  ['-500', null],
  ['1e5', null],
  ['9999999999', null],
])('%j is read as %s', (typed, points) => expect(readPoints(typed)).toBe(points));

describe('what is wrong', () => {
  test.each([
    ['', 'validation.required'],
    ['muitos', 'livelo-payment-method.points.format'],
    ['999', 'livelo-payment-method.points.few'],
    ['24.501', 'livelo-payment-method.points.many'],
  ])('with %j', (points, message) => expect(checkPoints({ points }, range)).toEqual({ points: message }));

  test.each(['1.000', '24500', '12345'])('with %s: nothing', (points) => {
    expect(checkPoints({ points }, range)).toEqual({});
  });
});
