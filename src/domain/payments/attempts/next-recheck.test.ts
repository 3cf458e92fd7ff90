import { expect, test } from 'vitest';
import { nextRecheckAt } from './next-check.ts';

const began = new Date('2026-01-01T00:00:00Z');
const hours = (count: number): Date => new Date(began.getTime() + count * 3_600_000);

test('a recheck is a day after the payment began, then each time at twice its age', () => {
  expect(nextRecheckAt(began, began, 180)).toEqual(hours(24));
  expect(nextRecheckAt(began, hours(23), 180)).toEqual(hours(47));
  expect(nextRecheckAt(began, hours(24), 180)).toEqual(hours(48));
  expect(nextRecheckAt(began, hours(25), 180)).toEqual(hours(50));
});

test('a recheck is the last one when the payment cannot be reversed any more', () => {
  expect(nextRecheckAt(began, hours(40), 3)).toEqual(hours(72));
  expect(nextRecheckAt(began, hours(71), 3)).toEqual(hours(72));
  expect(nextRecheckAt(began, hours(72), 3)).toBeNull();
  expect(nextRecheckAt(began, hours(73), 3)).toBeNull();
  expect(nextRecheckAt(began, began, 0)).toBeNull();
});
