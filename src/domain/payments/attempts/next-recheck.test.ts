import { expect, test } from 'vitest';
import { nextRecheckAt } from './next-check.ts';

const began = new Date('2026-01-01T00:00:00Z');
const hours = (count: number): Date => new Date(began.getTime() + count * 3_600_000);

test('a payment is asked about a day after it began, then each time it is twice as old', () => {
  expect(nextRecheckAt(began, began, 180)).toEqual(hours(24));
  expect(nextRecheckAt(began, hours(23), 180)).toEqual(hours(47));
  expect(nextRecheckAt(began, hours(24), 180)).toEqual(hours(48));
  expect(nextRecheckAt(began, hours(25), 180)).toEqual(hours(50));
});

test('for the last time when its money cannot go back any more', () => {
  expect(nextRecheckAt(began, hours(40), 3)).toEqual(hours(72));
  expect(nextRecheckAt(began, hours(71), 3)).toEqual(hours(72));
  expect(nextRecheckAt(began, hours(72), 3)).toBeNull();
  expect(nextRecheckAt(began, hours(73), 3)).toBeNull();
  expect(nextRecheckAt(began, began, 0)).toBeNull();
});
