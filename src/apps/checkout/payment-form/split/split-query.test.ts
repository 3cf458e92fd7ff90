import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readParts, suggestedPartAmount, writeParts } from './split-query.ts';

describe('the ways that an address asks for', () => {
  test.each([
    [
      'credit-card.60000,pix',
      [
        { method: 'credit-card', amount: 60_000n },
        { method: 'pix', amount: null },
      ],
    ],
    [
      'pix,pix',
      [
        { method: 'pix', amount: null },
        { method: 'pix', amount: null },
      ],
    ],
  ])('%s', (text, requestedParts) => {
    expect(readParts(text)).toEqual(requestedParts);
    expect(writeParts(requestedParts)).toBe(text);
  });

  test.each([
    [null],
    [''],
    ['pix'],
    ['pix,'],
    ['pix,<b>'],
    ['pix.-1,pix'],
    ['pix.1.2,pix'],
    ['pix,pix,pix,pix,pix,pix'],
  ])('nothing is read out of %j', (text) => expect(readParts(text)).toBeNull());
});

test('a suggested part leaves something for the other one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 200n, max: 10n ** 9n }), fc.bigInt({ min: 10n, max: 90n }), (total, percent) => {
      const part = suggestedPartAmount(total, percent);
      expect(part > 0n && part < total).toBe(true);
    }),
  );
});

test('a suggested part is a round sum', () => {
  expect(suggestedPartAmount(119_990n, 50n)).toBe(59_900n);
  expect(suggestedPartAmount(150n, 50n)).toBe(75n);
});
