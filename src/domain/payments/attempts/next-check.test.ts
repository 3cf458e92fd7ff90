import { describe, expect, test } from 'vitest';
import { attemptStates, isOpen } from '../ports/attempt-states.ts';
import { nextCheckAt, checkBackoffSeconds } from './next-check.ts';

const now = new Date('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('the next poll of an attempt', () => {
  test('is first after 5 s, then after twice the time, never more than 5 minutes', () => {
    expect([0, 1, 2, 3, 10, 1000].map(checkBackoffSeconds)).toEqual([5, 10, 20, 40, 300, 300]);
  });

  test('is set while it is open, and never after', () => {
    for (const state of attemptStates) {
      const next = nextCheckAt(state, 0, now, { expiresAt: at(60), deadlineAt: at(120) });
      expect(next !== null).toBe(isOpen(state));
    }
  });

  test('of a pending code is at its expiry, and then before its deadline', () => {
    expect(nextCheckAt('awaiting-buyer', 0, now, { expiresAt: at(60), deadlineAt: at(120) })).toEqual(at(60));
    expect(nextCheckAt('awaiting-buyer', 0, now, { expiresAt: at(-1), deadlineAt: at(120) })).toEqual(at(120));
    expect(nextCheckAt('awaiting-buyer', 0, now, { expiresAt: at(-1), deadlineAt: at(86_400) })).toEqual(at(1800));
    expect(nextCheckAt('awaiting-buyer', 0, now, { expiresAt: at(-9), deadlineAt: at(-1) })).toEqual(at(5));
    expect(nextCheckAt('awaiting-buyer', 0, now, { expiresAt: now, deadlineAt: at(120) })).toEqual(at(120));
    expect(nextCheckAt('awaiting-buyer', 1, now, { expiresAt: at(-9), deadlineAt: now })).toEqual(at(10));
  });

  test('of a code being prepared is soon, and rarer each time', () => {
    const isInPreparation = true;
    expect(nextCheckAt('awaiting-buyer', 2, now, { expiresAt: at(60), deadlineAt: at(120), isInPreparation })).toEqual(
      at(20),
    );
    expect(nextCheckAt('awaiting-buyer', 2, now, { expiresAt: at(-9), deadlineAt: at(-1), isInPreparation })).toEqual(
      at(20),
    );
  });
});
