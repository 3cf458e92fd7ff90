import { expect, test } from 'vitest';
import { sampleGroups, sampleKinds } from './make-sample.server.ts';

test('Each sample stands in one group of the page', () => {
  const shown = sampleGroups.flatMap(({ kinds }) => kinds);
  expect(shown.toSorted()).toEqual(Object.keys(sampleKinds).toSorted());
});
