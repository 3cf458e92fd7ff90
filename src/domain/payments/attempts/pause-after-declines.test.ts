import { expect, test } from 'vitest';
import { pauseAfterDeclinesSeconds, type DeclinedAttempt } from './pause-after-declines.ts';

const rule = { maxDeclinedAttempts: 3, declinePauseSeconds: 900 };
const now = new Date('2026-11-21T12:00:00Z');
const tried = (rail: string, secondsAgo: number, state = 'declined'): DeclinedAttempt => ({
  rail,
  state,
  createdAt: new Date(now.getTime() - secondsAgo * 1000),
});

test('a method is paused from the third decline until the oldest of the last three has expired', () => {
  const two = [tried('a', 10), tried('a', 100)];
  expect(pauseAfterDeclinesSeconds(two, 'a', rule, now)).toBeNull();
  expect(pauseAfterDeclinesSeconds([...two, tried('a', 300)], 'a', rule, now)).toBe(600);
  expect(pauseAfterDeclinesSeconds([...two, tried('a', 300), tried('a', 800)], 'a', rule, now)).toBe(600);
  expect(pauseAfterDeclinesSeconds([...two, tried('a', 900)], 'a', rule, now)).toBeNull();
});

test('a method is not paused by other outcomes, nor by another method’s declines', () => {
  const mixed = [tried('a', 10), tried('b', 20), tried('a', 30, 'expired'), tried('a', 40, 'failed'), tried('a', 50)];
  expect(pauseAfterDeclinesSeconds(mixed, 'a', rule, now)).toBeNull();
  expect(pauseAfterDeclinesSeconds(mixed, 'b', { ...rule, maxDeclinedAttempts: 1 }, now)).toBe(880);
});
