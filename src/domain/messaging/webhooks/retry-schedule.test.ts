import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextTryAt, readRetryAfter, pauseAfterFailures, pausedUntilAfter, retrySeconds } from './retry-schedule.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('retry schedule of webhooks', () => {
  test('takes 75 hours and 35 minutes at least, and a tenth more at most', () => {
    const total = (chance: number) => {
      let at = now;
      for (let failed = 1; ; failed += 1) {
        const next = nextTryAt(at, failed, chance, null);
        if (next === null) return { tries: failed, hours: (at.getTime() - now.getTime()) / 3_600_000 };
        at = next;
      }
    };
    expect(total(0)).toEqual({ tries: 10, hours: expect.closeTo(75.585, 2) });
    expect(total(0.999).hours).toBeLessThan(84);
  });

  test('has jitter: never earlier than its pause and never more than a tenth later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (failed, chance) => {
        const waited = ((nextTryAt(now, failed, chance, null)?.getTime() ?? 0) - now.getTime()) / 1000;
        const pause = retrySeconds[failed - 1] ?? 0;
        expect(waited).toBeGreaterThanOrEqual(pause);
        expect(waited).toBeLessThanOrEqual(pause * 1.1 + 0.001);
      }),
    );
  });

  test('is lengthened by Retry-After, never shortened', () => {
    const seconds = (retryAfter: number) => ((nextTryAt(now, 1, 0, retryAfter)?.getTime() ?? 0) - now.getTime()) / 1000;
    expect(seconds(600)).toBe(600);
    expect(seconds(1)).toBe(5);
    expect(seconds(999_999)).toBe(86_400);
    expect(readRetryAfter('120')).toBe(120);
    expect(readRetryAfter('Wed, 21 Oct 2026 07:28:00 GMT')).toBeNull();
    expect(readRetryAfter(undefined)).toBeNull();
  });
});

test('webhook endpoint: five failures in a row pause it, longer each time, a quarter of an hour at most', () => {
  const seconds = (failures: number) => {
    const until = pausedUntilAfter(now, failures);
    return until === null ? null : (until.getTime() - now.getTime()) / 1000;
  };
  expect([pauseAfterFailures - 1, 5, 6, 7, 10, 50].map(seconds)).toEqual([null, 30, 60, 120, 900, 900]);
});
