import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateWindow } from './rate-window.ts';

describe('a rate window', () => {
  test('lets so many pass in a period, each name for itself, and begins again after it', () => {
    const window = rateWindow({ most: 3, periodMs: 1000, names: 10 });
    expect([1, 2, 3, 4].map(() => window.take('a', 0))).toEqual([1, 1, 1, 0]);
    expect(window.take('b', 0, 5)).toBe(3);
    expect(window.take('a', 999)).toBe(0);
    expect(window.take('a', 1000)).toBe(1);
  });

  test('keeps no more names than it may, and forgets the silent ones', () => {
    const window = rateWindow({ most: 1, periodMs: 1000, names: 2 });
    expect(['a', 'b', 'c'].map((name) => window.take(name, 0))).toEqual([1, 1, 0]);
    expect(window.take('c', 1000)).toBe(1);
  });

  test('never lets more pass in a period than it may, whatever is asked', () => {
    const steps = fc.array(fc.record({ wait: fc.nat(400), count: fc.nat(20) }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (asked) => {
        const window = rateWindow({ most: 7, periodMs: 1000, names: 5 });
        let now = 0;
        const passed: { at: number; count: number }[] = [];
        for (const { wait, count } of asked) {
          now += wait;
          passed.push({ at: now, count: window.take('a', now, count) });
        }
        // A period begins with its first event, so any stretch of that length overlaps at most two of them.
        for (const { at } of passed) {
          const near = passed.filter((one) => one.at >= at && one.at < at + 1000);
          expect(near.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(14);
        }
      }),
    );
  });
});
