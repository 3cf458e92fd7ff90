import { expect, test } from 'vitest';
import { decidePartEnd } from './decide-part-end.ts';

const surplus = { id: 'sur_1', movementId: 'cap_1' };

test('who asked for a refund knows what it was for', () => {
  expect(decidePartEnd({ isEnded: true, otherPart: 'rfp_2', surplus })).toEqual({ kind: 'ended' });
  expect(decidePartEnd({ isEnded: false, otherPart: 'rfp_2', surplus })).toEqual({ kind: 'swap', other: 'rfp_2' });
  expect(decidePartEnd({ isEnded: false, otherPart: null, surplus })).toEqual({
    kind: 'exchange',
    key: 'sur_1',
    captureId: 'cap_1',
  });
  expect(decidePartEnd({ isEnded: false, otherPart: null, surplus: null })).toEqual({ kind: 'unknown' });
});
