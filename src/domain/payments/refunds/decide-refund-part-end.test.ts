import { expect, test } from 'vitest';
import { decideRefundPartEnd } from './decide-refund-part-end.ts';

const surplus = { id: 'sur_1', movementId: 'cap_1' };

test('the end of a refund part names its reason to its requester', () => {
  expect(decideRefundPartEnd({ isEnded: true, otherPart: 'rfp_2', surplus })).toEqual({ kind: 'ended' });
  expect(decideRefundPartEnd({ isEnded: false, otherPart: 'rfp_2', surplus })).toEqual({
    kind: 'swap',
    other: 'rfp_2',
  });
  expect(decideRefundPartEnd({ isEnded: false, otherPart: null, surplus })).toEqual({
    kind: 'exchange',
    key: 'sur_1',
    captureId: 'cap_1',
  });
  expect(decideRefundPartEnd({ isEnded: false, otherPart: null, surplus: null })).toEqual({ kind: 'unknown' });
});
