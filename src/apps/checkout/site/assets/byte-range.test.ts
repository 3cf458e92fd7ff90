import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRange } from './byte-range.ts';

describe('a part of a file', () => {
  test.each([
    [undefined, 'whole'],
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=0-1', { first: 0, last: 1 }],
    ['bytes=90-200', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=100-', 'nothing'],
    ['bytes=-0', 'nothing'],
    ['bytes=-', 'whole'],
    ['bytes=9-3', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['items=0-1', 'whole'],
  ])('%s of 100 bytes is %j', (header, wanted) => expect(readRange(header, 100)).toEqual(wanted));

  test('lies within the file, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat({ max: 5000 }), (text, from, to, length) => {
        for (const header of [text, `bytes=${from}-${to}`, `bytes=${from}-`, `bytes=-${to}`]) {
          const range = readRange(header, length);
          if (typeof range === 'string') continue;
          expect(range.first).toBeGreaterThanOrEqual(0);
          expect(range.first).toBeLessThanOrEqual(range.last);
          expect(range.last).toBeLessThan(length);
        }
      }),
    );
  });
});
