import { expect, test } from 'vitest';
import { isNearMidnight } from './avoid-midnight.ts';

test.each([
  ['2026-11-22T02:58:00Z', 120_000],
  ['2026-11-22T02:59:59.999Z', 1],
  ['2026-11-22T03:00:00Z', null],
  ['2026-11-22T04:59:00Z', 60_000],
  ['2026-11-22T21:59:30Z', 30_000],
  ['2026-11-22T23:58:59Z', 61_000],
  ['2026-11-22T12:00:00Z', null],
  ['2026-11-22T02:57:29Z', null],
])('at %s the next day of somebody is %s ms away', (now, ms) => {
  expect(isNearMidnight(new Date(now))).toBe(ms);
});
