import { describe, expect, test } from 'vitest';
import { generateCollectionCode, parseCollectionCode, formatCollectionCode } from './collection-code.ts';

describe('a collection code', () => {
  test('is made of unambiguous letters, each equally frequent', () => {
    const seen = new Map<string, number>();
    for (let first = 0; first < 256; first += 1) {
      const code = generateCollectionCode([first, first, first, first, first, first]);
      if (code) seen.set(code.charAt(0), (seen.get(code.charAt(0)) ?? 0) + 1);
    }
    expect(new Set(seen.values())).toEqual(new Set([11]));
    expect([...seen.keys()].join('')).not.toMatch(/[AEIOULSZ0125 8]/);
  });

  test('skips bytes that would favour a letter, and needs enough of them', () => {
    expect(generateCollectionCode([255, 0, 254, 1, 2, 3, 4, 5])).toBe('BCDFGH');
    expect(generateCollectionCode([0, 1, 2])).toBeNull();
  });

  test.each([
    ['bcd-fgh', 'BCDFGH'],
    [' BCD FGH ', 'BCDFGH'],
    ['BCDFG', null],
    ['BCDFGHJ', null],
    ['BCDFG0', null],
    ['', null],
  ])('%j is read as %j', (typed, code) => expect(parseCollectionCode(typed)).toBe(code));

  test('is shown in two halves, and parsed from them', () => {
    expect(formatCollectionCode('BCDFGH')).toBe('BCD-FGH');
    expect(parseCollectionCode(formatCollectionCode('BCDFGH'))).toBe('BCDFGH');
  });
});
